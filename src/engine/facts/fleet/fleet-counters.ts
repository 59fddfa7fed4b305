import type { IndexedObject } from "../../../snapshot/object-index.ts";
import { type Fact, type FactDeclaration, known, type Note, unknown } from "../fact.ts";
import { intFact } from "../fact-type.ts";
import { everyReason } from "../gaps.ts";
import { isCount, recordAt, valueAt } from "../read-object.ts";
import type { FleetSubject } from "../subject.ts";
import { daemonSetCure, liveDaemonSet } from "./daemon-set.ts";
import { daemonSetPath } from "./fleet-paths.ts";

/** A number of the DaemonSet's status. */
interface Counter {
  readonly field: string;
  /** The API leaves it out where it is zero. */
  readonly omitsZero: boolean;
}

export const MISSCHEDULED: Counter = { field: "numberMisscheduled", omitsZero: false };

const DESIRED: Counter = { field: "desiredNumberScheduled", omitsZero: false };

/**
 * A counter that the DaemonSet controller keeps. A status that lacks what the API always writes was not
 * written, or was cut: then none of its counters is known.
 */
export function readCounter(
  { key, object }: IndexedObject,
  { field, omitsZero }: Counter,
  note: Note | undefined,
): Fact<number> {
  const path = ["status", field];
  const value = valueAt(object, path);
  const isWhole =
    recordAt(object, ["status"]) !== undefined &&
    valueAt(object, ["status", DESIRED.field]) !== undefined;
  if (!isWhole || (value === undefined && !omitsZero)) {
    return unknown("Partial", `${key} has no ${isWhole ? path.join(".") : "complete status"}`, {
      cure: cureFor(object.metadata),
    });
  }
  note?.(["objects", key, ...path], value ?? null);
  if (value === undefined) return known(0);
  if (isCount(value)) return known(value);
  return unknown("Unparsable", `${path.join(".")} of ${key} is no count`, {
    cure: cureFor(object.metadata),
  });
}

function cureFor({ namespace = "", name }: IndexedObject["object"]["metadata"]): string {
  return `${daemonSetCure({ namespace, name })}, once its controller has written a status`;
}

function counterFact(
  name: string,
  counter: Counter,
  doc: string,
): FactDeclaration<FleetSubject, number> {
  return {
    name,
    type: intFact,
    mayBeAbsent: false,
    reasons: everyReason,
    reads: [`${daemonSetPath}/status/${counter.field}`],
    doc,
    derive: ({ source, daemonSet }, _read, note) => {
      const found = liveDaemonSet(source, daemonSet);
      if (found.state === "unknown") return found;
      return found.state === "absent" ? known(0) : readCounter(found.value, counter, note);
    },
  };
}

export const fleetDesired: FactDeclaration<FleetSubject, number> = counterFact(
  "fleet.desired",
  DESIRED,
  "How many nodes should run a pod of the DaemonSet, by its status. Cordoned nodes count.",
);

export const fleetScheduled: FactDeclaration<FleetSubject, number> = counterFact(
  "fleet.scheduled",
  { field: "currentNumberScheduled", omitsZero: false },
  "How many of those nodes have a pod of any revision, by its status.",
);

export const fleetUpdated: FactDeclaration<FleetSubject, number> = counterFact(
  "fleet.updated",
  { field: "updatedNumberScheduled", omitsZero: true },
  "On how many of those nodes the pod is of the newest template, by its status; a status that leaves it out says 0.",
);

export const fleetReady: FactDeclaration<FleetSubject, number> = counterFact(
  "fleet.ready",
  { field: "numberReady", omitsZero: false },
  "On how many of those nodes the pod is ready, by its status. Says nothing about its revision.",
);

export const fleetAvailable: FactDeclaration<FleetSubject, number> = counterFact(
  "fleet.available",
  { field: "numberAvailable", omitsZero: true },
  "On how many of those nodes the pod has been ready for long enough, by its status; a status that leaves it out says 0.",
);
