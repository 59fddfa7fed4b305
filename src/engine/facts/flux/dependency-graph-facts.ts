import { absent, type FactDeclaration, known } from "../fact.ts";
import { boolFact, intFact } from "../fact-type.ts";
import { everyReason } from "../gaps.ts";
import { type Known, unknownFor } from "../known.ts";
import type { KustomizationSubject } from "../subject.ts";
import { type Dependent, dependencyGraph } from "./dependency-graph.ts";
import { findObject } from "./find-object.ts";
import { isHelmRelease, isKustomization, kustomizationId } from "./flux-kinds.ts";
import { kustomizationPath, liveKustomization } from "./kustomization-subject.ts";
import { formatObjectId } from "./object-id.ts";
import { longestTimeoutOf, timeoutSecondsOf } from "./spans.ts";
import { isElsewhere, waitedObjects } from "./waited-objects.ts";

const dependencies = [`${kustomizationPath}/spec/dependsOn`, "/coverage"];

function dependentOf({ source, namespace, name }: KustomizationSubject): Dependent {
  const id = formatObjectId(kustomizationId(namespace, name));
  const dependent = dependencyGraph(source).get(id);
  if (dependent === undefined) throw new Error(`${id} is no judged Kustomization`);
  return dependent;
}

export const kustomizationInCycle: FactDeclaration<KustomizationSubject, boolean> = {
  name: "kustomization.inCycle",
  type: boolFact,
  mayBeAbsent: false,
  reasons: everyReason,
  reads: dependencies,
  doc: "It depends on itself, directly or through others. Those of a circle may be ready as long as none of them is not: with the next revision of a source that they share each waits for the others, and with sources of their own or a `readyExpr` once one fails.",
  derive: (subject) => {
    const { isInCycle, reasons } = dependentOf(subject);
    return isInCycle || reasons.length === 0 ? known(isInCycle) : unknownFor(reasons);
  },
};

export const kustomizationTimeoutSeconds: FactDeclaration<KustomizationSubject, number> = {
  name: "kustomization.timeoutSeconds",
  type: intFact,
  mayBeAbsent: true,
  reasons: everyReason,
  reads: [`${kustomizationPath}/spec/timeout`, `${kustomizationPath}/spec/interval`],
  doc: "How long Flux gives one attempt, in whole seconds: `timeout`, else the interval less 30 s, at least 30 s (kustomize-controller). Absent where there is no such Kustomization, or neither can be read.",
  derive: (subject, _read, note) => {
    const found = liveKustomization(subject);
    if (found.state !== "value") return found;
    const { key, object } = found.value;
    const seconds = timeoutSecondsOf(object);
    if (seconds === undefined) return absent;
    note?.(["objects", key, "spec", "timeout"], seconds);
    return known(seconds);
  },
};

export const kustomizationChainSeconds: FactDeclaration<KustomizationSubject, number> = {
  name: "kustomization.chainSeconds",
  type: intFact,
  mayBeAbsent: true,
  reasons: everyReason,
  reads: dependencies,
  doc: "Its timeout with those of the longest chain of dependencies below it, in whole seconds: how long a new revision may take until it is here, if each attempt succeeds in the end. Absent in or above a circle.",
  derive: (subject) => {
    const { chainSeconds, reasons } = dependentOf(subject);
    if (reasons.length > 0) return unknownFor(reasons);
    return chainSeconds === undefined ? absent : known(chainSeconds);
  },
};

export const kustomizationInnerTimeoutSeconds: FactDeclaration<KustomizationSubject, number> = {
  name: "kustomization.innerTimeoutSeconds",
  type: intFact,
  mayBeAbsent: true,
  reasons: everyReason,
  reads: [`${kustomizationPath}/status/inventory`, `${kustomizationPath}/spec/healthChecks`],
  doc: "The longest timeout among the Kustomizations and HelmReleases that it waits for, in whole seconds. Absent where it waits for none.",
  derive: (subject) => {
    const found = liveKustomization(subject);
    if (found.state !== "value") return found;
    const { object } = found.value;
    const waited = isElsewhere(object)
      ? []
      : waitedObjects(object).filter((id) => isKustomization(id) || isHelmRelease(id));
    return longestTimeout(subject, waited);
  },
};

function longestTimeout(
  { source }: KustomizationSubject,
  waited: ReturnType<typeof waitedObjects>,
): Known<number> | typeof absent {
  const inner = waited.map((id) => findObject(source, id));
  const unread = inner.flatMap((one) => (one.state === "unknown" ? one.reasons : []));
  if (unread.length > 0) return unknownFor(unread.slice(0, 1));
  const seconds = inner.flatMap((one) =>
    one.state === "value" ? (longestTimeoutOf(one.value.object) ?? []) : [],
  );
  return seconds.length === 0
    ? absent
    : known(seconds.reduce((most, each) => Math.max(most, each), 0));
}
