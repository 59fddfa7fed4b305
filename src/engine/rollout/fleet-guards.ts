import type { UnknownFact } from "../facts/fact.ts";
import { fleetConsistent } from "../facts/fleet/fleet-consistent.ts";
import { fleetLeaving } from "../facts/fleet/fleet-leaving.ts";
import { fleetObserved } from "../facts/fleet/fleet-observed.ts";
import { fleetCanaried } from "../facts/fleet/fleet-progress.ts";
import { toldSteps } from "../facts/fleet/told-steps.ts";
import { gateDeclared } from "../facts/gate/gate-declared.ts";
import { gateMarker } from "../facts/gate/gate-marker.ts";
import type { FleetSubject, GateSubject } from "../facts/subject.ts";
import type { Judged } from "../subjects.ts";
import type { RolloutGuard, RolloutUnmet } from "./rollout-plan.ts";

/** What holds every step of a fleet, whichever node it is about. */
export function fleetGuards(
  fleet: Judged<FleetSubject>,
  gate: Judged<GateSubject> | undefined,
): readonly RolloutUnmet[] {
  return [
    ...fleetKnown(fleet),
    ...(gate === undefined ? [] : gateStands(gate)),
    ...stepsRecorded(fleet),
    ...canaryNotFailed(fleet),
  ];
}

/** A status and pods that disagree, or a status of another spec, do not say which node is stale. */
function fleetKnown({ reader }: Judged<FleetSubject>): readonly RolloutUnmet[] {
  const leaving = reader.read(fleetLeaving);
  if (leaving.state === "value" && leaving.value)
    return [seen("FleetKnown", "the DaemonSet is being deleted", "a DaemonSet that stays")];
  const again = "the DaemonSet, its ControllerRevisions and its pods read again, together";
  const observed = reader.read(fleetObserved);
  if (observed.state === "unknown") return [notKnown("FleetKnown", observed)];
  if (observed.state === "value" && !observed.value)
    return [
      seen("FleetKnown", "the controller has not seen the DaemonSet's newest generation", again),
    ];
  const consistent = reader.read(fleetConsistent);
  if (consistent.state === "unknown") return [notKnown("FleetKnown", consistent)];
  return consistent.state === "value" && !consistent.value
    ? [seen("FleetKnown", "the DaemonSet's counts and its pods disagree", again)]
    : [];
}

/**
 * A fleet is stepped under its gate: once Git does not declare it, whatever restores the strategy rolls the
 * nodes that are stale, in the middle of a step or after it.
 */
function gateStands({ reader, subject }: Judged<GateSubject>): readonly RolloutUnmet[] {
  const { name } = subject.gate;
  const declared = reader.read(gateDeclared);
  if (declared.state === "unknown") return [notKnown("GateStands", declared)];
  if (declared.state === "value" && !declared.value)
    return [
      seen(
        "GateStands",
        `Git does not declare the gate ${name}: what restores the strategy rolls what is stale`,
        `a tree that declares the gate ${name}`,
      ),
    ];
  const marker = reader.read(gateMarker);
  if (marker.state === "unknown") return [notKnown("GateStands", marker)];
  return marker.state === "value" && marker.value !== "valid"
    ? [
        seen(
          "GateStands",
          `the gate ${name} is invalid: its marker is ${marker.value}`,
          "one marker with the day of activation",
        ),
      ]
    : [];
}

function stepsRecorded({ subject }: Judged<FleetSubject>): readonly RolloutUnmet[] {
  const told = toldSteps(subject);
  if (told.state === "unknown") return [notKnown("StepsRecorded", told)];
  if (told.state === "value") return [];
  return [
    {
      guard: "StepsRecorded",
      because: "unknown",
      message: "no steps are recorded, so nobody can see whether a node was verified",
      meets: "stepsRecorded: true of the fleet in the profile, and the StepRecords document",
    },
  ];
}

function canaryNotFailed({ reader }: Judged<FleetSubject>): readonly RolloutUnmet[] {
  const canaried = reader.read(fleetCanaried);
  return canaried.state === "value" && canaried.value === "failed"
    ? [
        seen(
          "CanaryNotFailed",
          "the checks of the wanted revision failed on a node",
          "another template, or a later record that says the node was verified",
        ),
      ]
    : [];
}

export function seen(guard: RolloutGuard, message: string, meets: string): RolloutUnmet {
  return { guard, because: "seen", message, meets };
}

export function notKnown(guard: RolloutGuard, { reasons }: UnknownFact<unknown>): RolloutUnmet {
  const [first] = reasons;
  return {
    guard,
    because: "unknown",
    message: `not known: ${first?.detail ?? "what it rests on"}`,
    meets: first?.cure ?? "the evidence that it rests on",
  };
}
