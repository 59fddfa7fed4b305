import fc from "fast-check";
import { type Census, createCensus, type Law, unmetFloors } from "../laws/law.ts";
import type { AnyLaw, LawKey } from "../laws/law-of.ts";
import type { Counterexample, LawReport } from "./verification.ts";

/** How often a law is asked, and from which seed. */
export interface Runs {
  readonly runs: number;
  readonly seed: number;
}

/** Holds policies to one law. */
export function runLaw(key: LawKey, law: AnyLaw, { runs, seed }: Runs): LawReport {
  const told = { law: key, name: law.name, statement: law.statement };
  if (law.notAsked !== undefined)
    return { ...told, outcome: "notAsked", because: law.notAsked, runs: 0, counts: {} };
  const census = createCensus();
  const details = fc.check(propertyOf(law, census), { numRuns: runs, seed });
  const counts = Object.fromEntries(census.counts());
  if (details.failed)
    return {
      ...told,
      outcome: "broken",
      because: messageOf(details.errorInstance),
      runs: details.numRuns,
      counts,
      counterexample: counterexampleOf(law, details),
    };
  const unmet = unmetFloors(law, census, runs);
  if (unmet.length > 0)
    return { ...told, outcome: "hardlyExercised", because: unmet.join("; "), runs, counts };
  return { ...told, outcome: "holds", runs, counts };
}

/** What smaller input comes to once one was found is no part of what came up. */
function propertyOf<Input>(law: Law<Input>, census: Census): fc.IPropertyWithHooks<[Input]> {
  let isBroken = false;
  return fc.property(law.arbitrary, (input) => {
    try {
      law.holds(input, isBroken ? createCensus() : census);
    } catch (error) {
      isBroken = true;
      throw error;
    }
  });
}

function counterexampleOf<Input>(
  { sceneOf }: Law<Input>,
  { counterexample, counterexamplePath, numShrinks }: fc.RunDetails<[Input]>,
): Counterexample {
  const [input] = counterexample ?? [];
  return {
    path: counterexamplePath ?? "",
    shrinks: numShrinks,
    ...(input === undefined || sceneOf === undefined ? {} : { scene: sceneOf(input) }),
    input: fc.stringify(input),
  };
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
