import fc from "fast-check";
import { createCensus, type Law, unmetFloors } from "./law.ts";

/** After so many runs it is first asked whether a law has seen its premise; then after twice as many, and so on. */
const FIRST_LOOK_RUNS = 100;
/** A thing that comes up less often than this on average may be missing by chance. */
const EXPECTED_MIN = 10;

/**
 * A law as a property of fast-check, which fails as well where its premise hardly ever held: a law that saw nothing has
 * shown nothing. A property is not told how often it will be run, so this is asked after 100 runs, 200, 400, …
 */
export function lawProperty<Input>(law: Law<Input>): fc.IPropertyWithHooks<[Input]> {
  const census = createCensus();
  let runs = 0;
  let isOver = false;
  return fc.property(law.arbitrary, (input) => {
    if (law.notAsked !== undefined)
      throw new Error(`"${law.name}" cannot be asked: ${law.notAsked}`);
    // Smaller input is tried then: it is no part of what came up.
    if (isOver) return law.holds(input, census);
    isOver = true;
    law.holds(input, census);
    runs += 1;
    const unmet = isLook(runs) ? unmetFloors(atLeastExpected(law, runs), census, runs) : [];
    if (unmet.length > 0)
      throw new Error(`"${law.name}" was hardly exercised: ${unmet.join("; ")}`);
    isOver = false;
  });
}

function isLook(runs: number): boolean {
  return Number.isInteger(Math.log2(runs / FIRST_LOOK_RUNS));
}

function atLeastExpected<Input>(law: Law<Input>, runs: number): Law<Input> {
  const floors = Object.entries(law.floors).filter(([, share]) => share * runs >= EXPECTED_MIN);
  return { ...law, floors: Object.fromEntries(floors) };
}
