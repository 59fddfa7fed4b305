import type { PolicySet } from "../../engine/policy.ts";
import type { Profile } from "../../profile/profile.ts";
import { judgeBy } from "../laws/judge.ts";
import { LAW_KEYS, type LawKey, lawOf } from "../laws/law-of.ts";
import { explore } from "./explore.ts";
import { type Runs, runLaw } from "./run-law.ts";
import type { LawReport, Verification } from "./verification.ts";

export interface VerifyOptions extends Runs {
  /** Whose names the worlds have; without one, profiles of every shape. */
  readonly profile?: Profile;
  /** All of them, unless some are named. */
  readonly laws?: readonly LawKey[];
  /** Told before each law, and once it is through. */
  readonly onLaw?: (law: LawKey, report?: LawReport) => void;
}

/** Holds policies to the laws, one after the other. */
export function verify(policies: PolicySet, options: VerifyOptions): Verification {
  const { runs, seed, profile, laws = LAW_KEYS, onLaw } = options;
  const { judge, explored } = explore(judgeBy(policies), policies);
  const reports = laws.map((key) => {
    onLaw?.(key);
    const law = lawOf(key, policies, { judge, ...(profile === undefined ? {} : { profile }) });
    const report = runLaw(key, law, { runs, seed });
    onLaw?.(key, report);
    return report;
  });
  return { drawn: { seed, runs }, laws: reports, explored: explored() };
}
