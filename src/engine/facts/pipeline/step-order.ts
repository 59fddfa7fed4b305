import { absent, type Fact, known, type UnknownReason, unknown } from "../fact.ts";
import { gapsOf, missingReasons } from "../gaps.ts";
import { eachOnce, unknownFor } from "../known.ts";
import type { FactSource } from "../subject.ts";
import { createEarlierSteps, type EarlierSteps } from "./earlier-steps.ts";
import { type Place, placesById } from "./order-places.ts";
import { orderedSteps } from "./required-steps.ts";
import { outcomeOf, type StepOutcome } from "./step-outcome.ts";

/** A step that must come first and came later, and where both stand in one order that was recorded. */
export interface Overtaken {
  readonly id: string;
  readonly late: Place;
  readonly own: Place;
}

const cure =
  "give a record with an order: gh run view RUN --json conclusion,jobs, or the job's whole log";

/**
 * For each step that has a place in the profile's order: of the steps before it the one that was come to last, if that was
 * after it; absent where none was, or the step did not run. Goes through all steps once.
 */
export function judgeOrder(source: FactSource): ReadonlyMap<string, Fact<Overtaken>> {
  const places = placesById(source);
  const judged = new Map<string, Fact<Overtaken>>();
  const earlier = createEarlierSteps();
  for (const { id } of orderedSteps(source)) {
    const own = places.get(id) ?? [];
    const outcome = outcomeOf({ source, stepId: id });
    const isSettled = earlier.areAllBefore(own);
    if (hasRun(outcome)) {
      judged.set(id, judgeOne({ id, own, isSettled, places }, earlier, source));
      earlier.add(id, own, undefined);
    } else if (outcome.state === "unknown") {
      judged.set(id, unknownFor<Overtaken>(outcome.reasons));
      earlier.add(id, own, outcome.reasons);
    } else judged.set(id, absent);
    if (isSettled) earlier.link(own);
  }
  return judged;
}

/** Certainly, however it ended. */
function hasRun(outcome: Fact<StepOutcome>): boolean {
  if (outcome.state === "absent") return false;
  const { oneOf } = outcome.state === "unknown" ? outcome : { oneOf: [outcome.value] };
  return oneOf?.every((word) => word !== null && word !== "skipped") ?? false;
}

interface OneStep {
  readonly id: string;
  readonly own: readonly Place[];
  readonly isSettled: boolean;
  readonly places: ReadonlyMap<string, readonly Place[]>;
}

function judgeOne(
  { id, own, isSettled, places }: OneStep,
  earlier: EarlierSteps,
  source: FactSource,
): Fact<Overtaken> {
  for (const place of own) {
    const late = earlier.latest(place);
    if (late === undefined || late.place.at < place.at) continue;
    const isDisputed = (places.get(late.id) ?? []).some((other) =>
      own.some((mine) => mine.order === other.order && other.at < mine.at),
    );
    return isDisputed
      ? unknown(
          "Inconsistent",
          `two records disagree on whether \`${late.id}\` came before \`${id}\``,
          {
            cure,
          },
        )
      : known({ id: late.id, late: late.place, own: place });
  }
  const open = own.flatMap((place) => earlier.openAfter(place));
  if (open.length > 0) return unknownFor<Overtaken>(eachOnce(open));
  return isSettled ? absent : unknownFor<Overtaken>(untold(id, source));
}

function untold(id: string, source: FactSource): readonly UnknownReason[] {
  const detail = `no record tells that \`${id}\` came after every step that must come first`;
  const gaps = gapsOf(source).on("pipeline", "orders");
  return gaps.length > 0
    ? missingReasons(gaps, { detail, cure })
    : [{ code: "NotRecorded", detail, cure }];
}
