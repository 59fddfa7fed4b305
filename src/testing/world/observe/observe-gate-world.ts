import type { ProfileGate } from "../../../profile/profile.ts";
import { type ClusterObject, objectKey, type Snapshot } from "../../../snapshot/snapshot.ts";
import { dayText, type GateCluster, type GateWorld } from "../gate-world.ts";
import { GATE_MARKER_KEY, gatedDaemonSet, gateFiles, instant } from "./names-of-worlds.ts";

const pointer = "/spec/updateStrategy/type";
const deployment = { namespace: "kube-system", name: "autoscaler" } as const;
const REMEMBERED_KEY = "gate.example/remembered";

export const gateOfWorlds: ProfileGate = {
  name: "agent-rollout",
  declared: {
    kustomization: gateFiles.kustomization,
    component: gateFiles.component,
    strategy: { kind: "DaemonSet", ...gatedDaemonSet, pointer },
  },
  marker: { key: GATE_MARKER_KEY },
  daemonSet: gatedDaemonSet,
  ownership: { deployment, rememberedReplicas: REMEMBERED_KEY },
};

export type GateFile = "kustomization" | "componentFile";

/** The gate as it is seen at an instant (seconds since 1970); the files that were not read leave gaps. */
export function observeGateWorld(
  world: GateWorld,
  seconds: number,
  unread: readonly GateFile[] = [],
): Snapshot {
  const files = filesOf(world);
  const missing = unread.map((file) => gateFiles[file]);
  const read = Object.entries(files).filter(([path]) => !missing.some((each) => each === path));
  return {
    apiVersion: "fleetwarrant.dev/v1alpha1",
    kind: "Snapshot",
    takenAt: instant(seconds),
    objects: Object.fromEntries(
      objectsOf(world.cluster).map((object) => [
        objectKey(object.apiVersion, object.kind, object.metadata.namespace, object.metadata.name),
        object,
      ]),
    ),
    coverage: [],
    git: { files: Object.fromEntries(read) },
    gaps: missing.map((name) => ({ part: "git", name, reason: "NotRead" })),
  };
}

function filesOf({
  isListed,
  setsOnDelete,
  markers,
}: GateWorld): NonNullable<Snapshot["git"]>["files"] {
  const value = setsOnDelete ? "OnDelete" : "RollingUpdate";
  return {
    [gateFiles.kustomization]: {
      components: isListed ? ["another/component", gateFiles.component] : ["another/component"],
      markers: markers.map((marker, index) => ({
        key: GATE_MARKER_KEY,
        value: typeof marker === "number" ? dayText(marker) : marker,
        line: index + 1,
      })),
    },
    [gateFiles.componentFile]: {
      strategies: [{ kind: "DaemonSet", ...gatedDaemonSet, pointer, value }],
    },
  };
}

function objectsOf({
  strategy,
  remembered,
  replicas,
  generation,
}: GateCluster): readonly ClusterObject[] {
  const annotations = remembered === undefined ? {} : { [REMEMBERED_KEY]: remembered };
  return [
    {
      apiVersion: "apps/v1",
      kind: "DaemonSet",
      metadata: { ...gatedDaemonSet, uid: "uid-daemonset-agent", generation },
      spec: { updateStrategy: { type: strategy } },
    },
    {
      apiVersion: "apps/v1",
      kind: "Deployment",
      metadata: { ...deployment, uid: "uid-autoscaler", annotations },
      spec: { replicas },
    },
  ];
}
