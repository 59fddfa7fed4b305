import { minutesUntilTaken } from "../clock-skew.ts";
import { absent, type FactDeclaration, known, type UnknownReason, unknown } from "../fact.ts";
import { intFact } from "../fact-type.ts";
import { everyReason } from "../gaps.ts";
import { unknownFor } from "../known.ts";
import type { NodeCredentialSubject } from "../subject.ts";
import { configTimeNotRead, startedAfterConfig } from "./runtime-evidence.ts";
import { isTalosCollected, startNotRead, talosRecordOf } from "./talos-record.ts";

export const restartDueMinutes: FactDeclaration<NodeCredentialSubject, number> = {
  name: "restart.dueMinutes",
  type: intFact,
  mayBeAbsent: true,
  reasons: everyReason,
  reads: ["/talos/<node>/runtimeStartedAt", "/talos/<node>/registryConfigUpdatedAt", "/takenAt"],
  doc: "Whole minutes from the last change of the runtime's registry config to takenAt, while the runtime has not started since: how long a restart is due of a Talos that restarts it by itself. 0 if it changed after takenAt but within the profile's maxSkewMinutes. Absent where the runtime started since, and where the profile does not collect Talos.",
  derive: (subject, _read, note) => {
    if (!isTalosCollected(subject)) return absent;
    const isStarted = startedAfterConfig(subject);
    if (isStarted === true) return absent;
    const { runtimeStartedAt = "", registryConfigUpdatedAt = "" } = talosRecordOf(subject) ?? {};
    if (isStarted === undefined) return unknownFor(timesNotRead(subject));
    const at = ["talos", subject.node.metadata.name];
    note?.([...at, "runtimeStartedAt"], runtimeStartedAt);
    note?.([...at, "registryConfigUpdatedAt"], registryConfigUpdatedAt);
    const minutes = minutesUntilTaken(registryConfigUpdatedAt, subject.source);
    if (minutes !== undefined) return known(minutes);
    return unknown("Skewed", "the registry config is said to be changed long after takenAt", {
      cure: "read Talos and the cluster at one time, and compare the node's clock",
      present: true,
    });
  },
};

function timesNotRead(subject: NodeCredentialSubject): readonly UnknownReason[] {
  const { runtimeStartedAt, registryConfigUpdatedAt } = talosRecordOf(subject) ?? {};
  return [
    ...(runtimeStartedAt === undefined ? startNotRead(subject) : []),
    ...(registryConfigUpdatedAt === undefined ? configTimeNotRead(subject) : []),
  ];
}
