import { absent, type FactDeclaration, known } from "../fact.ts";
import { boolFact } from "../fact-type.ts";
import { everyReason } from "../gaps.ts";
import { valueAt } from "../read-object.ts";
import type { KustomizationSubject } from "../subject.ts";
import { findObject } from "./find-object.ts";
import { kustomizationId } from "./flux-kinds.ts";
import { kustomizationPath, liveKustomization } from "./kustomization-subject.ts";

const nameLabel = "kustomize.toolkit.fluxcd.io/name";
const namespaceLabel = "kustomize.toolkit.fluxcd.io/namespace";

export const kustomizationParentSuspended: FactDeclaration<KustomizationSubject, boolean> = {
  name: "kustomization.parentSuspended",
  type: boolFact,
  mayBeAbsent: true,
  reasons: everyReason,
  reads: [`${kustomizationPath}/metadata/labels`, `${kustomizationPath}/spec/suspend`],
  doc: "The Kustomization that applied it, by its labels, is suspended: it goes on by itself, but what Git declares of it does not arrive. Absent where no label names one, where it applied itself, and where that one is gone.",
  derive: (subject, _read, note) => {
    const found = liveKustomization(subject);
    if (found.state !== "value") return found;
    const { labels } = found.value.object.metadata;
    const name = labels?.[nameLabel];
    const namespace = labels?.[namespaceLabel];
    const isItself = name === subject.name && namespace === subject.namespace;
    if (name === undefined || namespace === undefined || isItself) return absent;
    const parent = findObject(subject.source, kustomizationId(namespace, name));
    if (parent.state !== "value") return parent;
    const path = ["spec", "suspend"];
    const seen = valueAt(parent.value.object, path);
    note?.(["objects", parent.value.key, ...path], seen ?? null);
    return known(seen === true);
  },
};
