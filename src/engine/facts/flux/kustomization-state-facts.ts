import { absent, type FactDeclaration, known } from "../fact.ts";
import { boolFact, enumFact, stringFact } from "../fact-type.ts";
import { everyReason } from "../gaps.ts";
import { unknownFor } from "../known.ts";
import type { KustomizationSubject } from "../subject.ts";
import { conditionOf } from "./conditions.ts";
import { type KustomizationState, kustomizationStates } from "./kustomization-state.ts";
import { kustomizationPath, liveKustomization, readNode } from "./kustomization-subject.ts";

const states: readonly (KustomizationState | "missing")[] = [...kustomizationStates, "missing"];

export const kustomizationStateFact: FactDeclaration<
  KustomizationSubject,
  KustomizationState | "missing"
> = {
  name: "kustomization.state",
  type: enumFact("KustomizationState", states),
  mayBeAbsent: false,
  reasons: everyReason,
  reads: [kustomizationPath, "/coverage"],
  doc: "What its own status tells: suspended (its conditions are of before), terminating, stalled (Flux gave up), blockedOnDependency, failingRetrying, inFlight, unobserved (its newest generation was not reconciled), idleReady, idleNotReady; missing where a complete list does not hold it.",
  derive: (subject, _read, note) => {
    const { node } = readNode(subject);
    if (node.state === "unknown") return unknownFor(node.reasons);
    for (const { path, seen } of node.places) note?.(path, seen);
    return known(states.find((state) => state === node.state) ?? "missing");
  },
};

export const kustomizationReason: FactDeclaration<KustomizationSubject, string> = {
  name: "kustomization.reason",
  type: stringFact,
  mayBeAbsent: true,
  reasons: everyReason,
  reads: [`${kustomizationPath}/status/conditions`],
  doc: "The reason of its Ready condition. Absent without one. The time of a Flux condition moves with its message, so no age of an outage is told by it.",
  derive: (subject, _read, note) => {
    const found = liveKustomization(subject);
    if (found.state !== "value") return found;
    const { key, object } = found.value;
    const ready = conditionOf(object, "Ready");
    if (ready === undefined) return absent;
    note?.(["objects", key, ...ready.path.slice(0, -1), "reason"], ready.reason);
    return known(ready.reason);
  },
};

export const kustomizationQuiescent: FactDeclaration<KustomizationSubject, boolean> = {
  name: "kustomization.quiescent",
  type: boolFact,
  mayBeAbsent: true,
  reasons: everyReason,
  reads: [`${kustomizationPath}/status/conditions`],
  doc: "Flux does not reconcile it: it has no condition Reconciling that is True. One that fails and is tried again is not quiescent; one that waits for a dependency or is suspended may be. Absent where there is no such Kustomization.",
  derive: (subject, _read, note) => {
    const found = liveKustomization(subject);
    if (found.state !== "value") return found;
    const { key, object } = found.value;
    const reconciling = conditionOf(object, "Reconciling");
    const path = reconciling?.path ?? ["status", "conditions"];
    note?.(["objects", key, ...path], reconciling?.status ?? null);
    return known(reconciling?.status !== "True");
  },
};
