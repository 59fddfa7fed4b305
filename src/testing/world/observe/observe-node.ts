import type { ClusterObject } from "../../../snapshot/snapshot.ts";
import type { ClusterNames } from "../cluster-names.ts";
import type { World } from "../world.ts";
import type { Run } from "../world-credential.ts";
import type { Hold, Markers, WorldNode } from "../world-node.ts";
import type { Named } from "./collected.ts";
import { instant } from "./names-of-worlds.ts";

/** A Node as the API server gives it. */
export function observeNode(
  { names }: World,
  node: WorldNode,
  { place, named }: { readonly place: number; readonly named: Named },
): ClusterObject {
  const { name, uid, role } = node;
  const { label, value, scaleDownDisabled } = names.autoscaled;
  return {
    apiVersion: "v1",
    kind: "Node",
    metadata: {
      name,
      uid,
      labels: {
        ...(role === "control-plane" ? { "node-role.kubernetes.io/control-plane": "" } : {}),
        ...(node.isAutoscaled ? { [label]: value } : {}),
      },
      annotations: {
        ...markerAnnotations(names, node.shown, named),
        ...ownedAnnotations(names, node, named),
        ...holdAnnotations(names, node.hold),
        ...(node.isKept ? { [scaleDownDisabled]: "true" } : {}),
      },
      ...(node.isLeaving ? { deletionTimestamp: instant(node.readyChangedAtSeconds) } : {}),
    },
    spec: specOf(node),
    status: {
      addresses: [{ type: "InternalIP", address: `10.0.0.${place + 1}` }],
      conditions: [
        {
          type: "Ready",
          status: node.isReady ? "True" : "Unknown",
          lastTransitionTime: instant(node.readyChangedAtSeconds),
        },
      ],
      nodeInfo: {
        bootID: node.bootId,
        machineID: node.machineId,
        osImage: `Talos (${node.talosVersion})`,
      },
    },
  };
}

function specOf({ isCordoned, isReady, taints }: WorldNode): Record<string, unknown> {
  const keys = [
    ...taints,
    ...(isCordoned ? ["node.kubernetes.io/unschedulable"] : []),
    ...(isReady ? [] : ["node.kubernetes.io/unreachable"]),
  ];
  return {
    ...(isCordoned ? { unschedulable: true } : {}),
    ...(keys.length === 0 ? {} : { taints: keys.map((key) => ({ key, effect: "NoSchedule" })) }),
  };
}

/** A credential's claim in the form that the profile asks for. */
export function markerAnnotations(
  { credentials }: ClusterNames,
  markers: Markers,
  { binds }: Named,
): Record<string, string> {
  const claims = credentials.flatMap(({ name, proof }) => {
    const marker = markers[name];
    if (marker === undefined) return [];
    const { revision, image, run } = marker;
    const isBound = binds !== "nothing";
    return [
      [proof.revision, revision],
      [proof.image, image],
      [isBound ? proof.uid : undefined, run.uid],
      [isBound ? proof.bootId : undefined, recordedRun(run, binds)],
    ];
  });
  return Object.fromEntries(claims.filter(([key]) => key !== undefined));
}

/** What a claim records of its run: the boot, or from Talos 1.14 on the start of the runtime. */
export function recordedRun(run: Run, binds: Named["binds"]): string {
  return binds === "run" && run.restartsRuntime ? instant(run.runtimeStartedAtSeconds) : run.bootId;
}

function ownedAnnotations(
  names: ClusterNames,
  { owned, shown }: WorldNode,
  named: Named,
): Record<string, string> {
  const keys = names.credentials.flatMap(({ name, proof }) => {
    const marker = shown[name];
    if (!owned.includes(name)) return [];
    return marker === undefined
      ? [proof.revision]
      : Object.keys(markerAnnotations(names, { [name]: marker }, named));
  });
  return keys.length === 0 ? {} : { "talos.dev/owned-annotations": JSON.stringify(keys.sort()) };
}

function holdAnnotations(
  { ownership }: ClusterNames,
  hold: Hold | undefined,
): Record<string, string> {
  const { owner, phase, recovery } = hold ?? {};
  return {
    ...(owner === undefined ? {} : { [ownership.owner]: owner }),
    ...(phase === undefined ? {} : { [ownership.phase]: phase }),
    ...(recovery === undefined ? {} : { [ownership.recovery]: recovery }),
  };
}
