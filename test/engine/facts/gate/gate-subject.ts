import type { GateSubject } from "../../../../src/engine/facts/subject.ts";
import type { ProfileGate } from "../../../../src/profile/profile.ts";
import type { Snapshot, SnapshotGap } from "../../../../src/snapshot/snapshot.ts";
import { sourceOf } from "../derive.ts";

export const kustomization = "k8s/controllers/kustomization.yaml";
export const componentFile =
  "k8s/controllers/cilium/components/homogeneous-devices/kustomization.yaml";
export const markerKey = "platform.example/rollout-gate-activated";

/** The seed's gate, with what it holds and suppresses. */
export const gate: ProfileGate = {
  name: "cilium-homogeneous-devices",
  declared: {
    kustomization,
    component: "cilium/components/homogeneous-devices",
    strategy: {
      kind: "HelmRelease",
      namespace: "kube-system",
      name: "cilium",
      pointer: "/spec/values/updateStrategy/type",
    },
  },
  marker: { key: markerKey },
  daemonSet: { namespace: "kube-system", name: "cilium" },
  helmRelease: { namespace: "kube-system", name: "cilium" },
  ownership: {
    deployment: { namespace: "kube-system", name: "cluster-autoscaler" },
    rememberedReplicas: "platform.example/previous-replicas",
    reconciledTemplate: "platform.example/approved-template-sha",
  },
  suppresses: ["cluster_update"],
};

type GitFiles = NonNullable<Snapshot["git"]>["files"];
type Strategies = NonNullable<GitFiles[string]["strategies"]>;

export const onDelete: Strategies[number] = { ...gate.declared.strategy, value: "OnDelete" };

/** The gate as Git declares it, activated on the day of the seed. */
export const declaredFiles: GitFiles = {
  [kustomization]: {
    components: ["cilium/components/private", gate.declared.component],
    markers: [{ key: markerKey, value: "2026-07-26", line: 84 }],
  },
  [componentFile]: { strategies: [onDelete] },
};

interface GateCase {
  readonly files?: GitFiles;
  readonly gaps?: readonly SnapshotGap[];
  readonly at?: string;
  readonly gate?: ProfileGate;
}

export function gateSubject(given: GateCase = {}): GateSubject {
  const { files, gaps = [], at } = given;
  const snapshot = files === undefined ? { gaps } : { git: { files }, gaps };
  return { source: sourceOf(snapshot, {}, at), gate: given.gate ?? gate };
}

export function withMarkers(...values: readonly string[]): GitFiles {
  const markers = values.map((value, index) => ({ key: markerKey, value, line: 80 + index }));
  return { ...declaredFiles, [kustomization]: { ...declaredFiles[kustomization], markers } };
}
