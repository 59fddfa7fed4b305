import { type Fact, type FactDeclaration, known, type Note, unknown } from "../fact.ts";
import { intFact } from "../fact-type.ts";
import { everyReason } from "../gaps.ts";
import { isCount, recordAt, valueAt } from "../read-object.ts";
import type { GateSubject } from "../subject.ts";
import { asKubectlWrites } from "./cures.ts";
import { deploymentPath } from "./fleet-paths.ts";
import { holdDeployment } from "./hold-deployment.ts";

export const holdReplicas: FactDeclaration<GateSubject, number> = {
  name: "hold.replicas",
  type: intFact,
  mayBeAbsent: true,
  reasons: everyReason,
  reads: [`${deploymentPath}/spec/replicas`],
  doc: "Replicas that the held Deployment asks for now; left out means 1. Absent where the profile names none.",
  derive: (subject, _read, note) => countAt(subject, { field: "spec", fallback: 1 }, note),
};

export const holdRunningReplicas: FactDeclaration<GateSubject, number> = {
  name: "hold.runningReplicas",
  type: intFact,
  mayBeAbsent: true,
  reasons: everyReason,
  reads: [`${deploymentPath}/status/replicas`],
  doc: "Replicas that the held Deployment has by its status; a status that leaves it out says 0. Absent where the profile names none.",
  derive: (subject, _read, note) => countAt(subject, { field: "status", fallback: 0 }, note),
};

interface ReplicaField {
  readonly field: "spec" | "status";
  /** What the API means by leaving it out. */
  readonly fallback: number;
}

function countAt(
  subject: GateSubject,
  { field, fallback }: ReplicaField,
  note: Note | undefined,
): Fact<number> {
  const found = holdDeployment(subject);
  if (found.state !== "value") return found;
  const { key, object } = found.value;
  const cure = asKubectlWrites;
  if (recordAt(object, [field]) === undefined) {
    return unknown("Partial", `${key} has no ${field}`, { cure, present: true });
  }
  const value = valueAt(object, [field, "replicas"]);
  note?.(["objects", key, field, "replicas"], value ?? null);
  if (value === undefined) return known(fallback);
  if (isCount(value)) return known(value);
  return unknown("Unparsable", `${field}.replicas of ${key} is no count`, { cure, present: true });
}
