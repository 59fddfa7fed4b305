import type { UnknownReason } from "../facts/fact.ts";
import { fleetConsistent } from "../facts/fleet/fleet-consistent.ts";
import { fleetDesired, fleetScheduled } from "../facts/fleet/fleet-counters.ts";
import { fleetLeaving } from "../facts/fleet/fleet-leaving.ts";
import { fleetObserved } from "../facts/fleet/fleet-observed.ts";
import { fleetTerminatingNodeNames } from "../facts/fleet/fleet-pod-troubles.ts";
import { nodeAdoptions } from "../facts/fleet/node-adoptions.ts";
import { toldSteps } from "../facts/fleet/told-steps.ts";
import { viewOf } from "../facts/fleet/view-of.ts";
import { reasonsOf } from "../facts/known.ts";
import type { FleetSubject } from "../facts/subject.ts";
import type { Judged } from "../subjects.ts";

/** How a rollout stands of which no step is left. */
export interface RolloutEnd {
  readonly standing: "complete" | "waits" | "unknown";
  readonly missing: readonly UnknownReason[];
}

/**
 * A node whose pod is away, not bound, over or on its way out gives no step, and neither does one that nobody can say was not
 * verified: over is only what was read, and where every pod that is wanted is there to stay.
 */
export function rolloutEnd(
  { reader, subject }: Judged<FleetSubject>,
  dropped: ReadonlySet<string>,
): RolloutEnd {
  const desired = reader.read(fleetDesired);
  const scheduled = reader.read(fleetScheduled);
  const terminating = reader.read(fleetTerminatingNodeNames);
  const settled = [reader.read(fleetObserved), reader.read(fleetConsistent)];
  const leaving = reader.read(fleetLeaving);
  const told = toldSteps(subject);
  const missing = reasonsOf([desired, scheduled, terminating, leaving, ...settled, told]);
  if (missing.length > 0) return { standing: "unknown", missing };
  const isLeaving = leaving.state === "value" && leaving.value;
  const isLacking =
    desired.state === "value" && scheduled.state === "value" && scheduled.value < desired.value;
  const isUnsettled = settled.some((fact) => fact.state === "value" && !fact.value);
  const isOpen = isLeaving || isLacking || isUnsettled || isAway(subject, dropped);
  return { standing: isOpen ? "waits" : "complete", missing: [] };
}

/** A pod that names no node may be meant for one that stays. */
function isAway(subject: FleetSubject, dropped: ReadonlySet<string>): boolean {
  return (
    viewOf(subject).livePods.some(({ meantFor }) => meantFor === undefined) ||
    nodeAdoptions(subject).some(({ node, state }) => state !== "current" && !dropped.has(node))
  );
}
