import fc from "fast-check";
import type { PolicySet } from "../../engine/policy.ts";
import { type Scope, scopesOf } from "../exhaustive/scopes.ts";
import { judgeBy } from "../laws/judge.ts";
import { createCensus } from "../laws/law.ts";
import { type AnyLaw, type LawKey, lawOf } from "../laws/law-of.ts";
import { explore } from "./explore.ts";
import type { Counterexample, LawReport, ScopeReport, Verification } from "./verification.ts";

export interface ExhaustiveOptions {
  /** How many events a row may have. */
  readonly depth: number;
  /** All that scopes are for, unless some are named. */
  readonly laws?: readonly LawKey[];
  /** Words that the names of the scopes hold; empty or absent: all of them. */
  readonly scopes?: readonly string[];
  /** Told before each scope of a law, and after it with the number of its states. */
  readonly onScope?: (law: LawKey, scope: string, states?: number) => void;
}

/** Holds policies to laws in every state of some scopes: no seed, and nothing left to chance. */
export function verifyExhaustively(
  policies: PolicySet,
  { depth, laws, scopes: words = [], onScope }: ExhaustiveOptions,
): Verification {
  const scopes = scopesOf(depth).filter(
    ({ name }) => words.length === 0 || words.some((word) => name.includes(word)),
  );
  const asked = [...new Set(scopes.flatMap((scope) => scope.laws))].filter(
    (law) => laws === undefined || laws.includes(law),
  );
  const { judge, explored } = explore(judgeBy(policies), policies);
  const counted = new Map<string, ScopeReport>();
  const reports = asked.map((key) => {
    const walk: Walk = { key, law: lawOf(key, policies, { judge }), onScope, counted };
    return goThrough(
      scopes.filter((scope) => scope.laws.includes(key)),
      walk,
    );
  });
  return { scopes: [...counted.values()], laws: reports, explored: explored() };
}

interface Walk {
  readonly key: LawKey;
  readonly law: AnyLaw;
  readonly onScope: ExhaustiveOptions["onScope"];
  readonly counted: Map<string, ScopeReport>;
}

function goThrough(scopes: readonly Scope[], { key, law, onScope, counted }: Walk): LawReport {
  const told = { law: key, name: law.name, statement: law.statement };
  if (law.notAsked !== undefined)
    return { ...told, outcome: "notAsked", because: law.notAsked, runs: 0, counts: {} };
  const census = createCensus();
  let runs = 0;
  for (const { name, bounds, states } of scopes) {
    onScope?.(key, name);
    let place = 0;
    for (const state of states()) {
      place += 1;
      try {
        law.holds(state, census);
      } catch (error) {
        const because = error instanceof Error ? error.message : String(error);
        const counterexample = counterexampleOf(law, state, `${name} ${place}`);
        const counts = Object.fromEntries(census.counts());
        return { ...told, outcome: "broken", because, runs: runs + place, counts, counterexample };
      }
    }
    runs += place;
    counted.set(name, { name, bounds, states: place });
    onScope?.(key, name, place);
  }
  const counts = Object.fromEntries(census.counts());
  // What must come up among worlds that are drawn may be outside of a scope; nothing of it at all shows nothing.
  const wanted = Object.keys(law.floors);
  return wanted.some((what) => census.of(what) > 0)
    ? { ...told, outcome: "holds", runs, counts }
    : { ...told, outcome: "hardlyExercised", because: `never: ${wanted.join(", ")}`, runs, counts };
}

function counterexampleOf(law: AnyLaw, state: unknown, path: string): Counterexample {
  const scene = law.sceneOf?.(state);
  return {
    path,
    shrinks: 0,
    ...(scene === undefined ? {} : { scene }),
    input: fc.stringify(state),
  };
}
