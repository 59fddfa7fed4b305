import type { Decision } from "../engine/decision.ts";
import { type EvaluateOptions, evaluate } from "../engine/evaluate.ts";
import type { PolicySet } from "../engine/policy.ts";
import type { Parsed } from "../input/problem.ts";
import type { Profile } from "../profile/profile.ts";
import type { Snapshot } from "../snapshot/snapshot.ts";
import { nanosOf, parseTimestamp, type Timestamp, timestampOf } from "../time/time.ts";
import { type Comparison, compareDecisions } from "./compare-decisions.ts";
import { happen, type SimulationStep } from "./happen.ts";

/** Two decisions of one cluster, as it was seen and as it would be seen after the steps, and what differs. */
export interface Simulation {
  readonly steps: readonly SimulationStep[];
  readonly before: Decision;
  readonly after: Decision;
  readonly comparison: Comparison;
}

/**
 * Decides before and after the steps. With `evaluatedAt` the first decision is judged as of then, and the second as much later as the evidence
 * is.
 */
export function simulate(
  policySet: PolicySet,
  seen: { readonly snapshot: Snapshot; readonly profile: Profile },
  steps: readonly SimulationStep[],
  options: EvaluateOptions = {},
): Parsed<Simulation> {
  const happened = happen(seen, steps, options.effects);
  if (!happened.ok) return happened;
  const { snapshot, profile } = seen;
  const before = evaluate(policySet, snapshot, profile, options);
  const evaluatedAt = movedAlong(options.evaluatedAt, snapshot, happened.value);
  const later = evaluatedAt === undefined ? {} : { evaluatedAt };
  const after = evaluate(policySet, happened.value, profile, { ...options, ...later });
  return {
    ok: true,
    value: { steps, before, after, comparison: compareDecisions(before, after) },
  };
}

function movedAlong(
  evaluatedAt: Timestamp | undefined,
  before: Snapshot,
  after: Snapshot,
): Timestamp | undefined {
  const from = parseTimestamp(before.takenAt);
  const to = parseTimestamp(after.takenAt);
  if (evaluatedAt === undefined || from === undefined || to === undefined) return evaluatedAt;
  return timestampOf(nanosOf(evaluatedAt) + nanosOf(to) - nanosOf(from)) ?? evaluatedAt;
}
