import type { ObjectId } from "./object-id.ts";

const KUSTOMIZE = "kustomize.toolkit.fluxcd.io";
const HELM = "helm.toolkit.fluxcd.io";
const SOURCE = "source.toolkit.fluxcd.io";

export function kustomizationId(namespace: string, name: string): ObjectId {
  return { group: KUSTOMIZE, version: "v1", kind: "Kustomization", namespace, name };
}

export function helmReleaseId(namespace: string, name: string): ObjectId {
  return { group: HELM, version: "v2", kind: "HelmRelease", namespace, name };
}

/** A source of manifests or charts. */
export function sourceId(kind: string, namespace: string, name: string): ObjectId {
  return { group: SOURCE, version: "v1", kind, namespace, name };
}

export function isKustomization({ group, kind }: Pick<ObjectId, "group" | "kind">): boolean {
  return group === KUSTOMIZE && kind === "Kustomization";
}

export function isHelmRelease({ group, kind }: Pick<ObjectId, "group" | "kind">): boolean {
  return group === HELM && kind === "HelmRelease";
}
