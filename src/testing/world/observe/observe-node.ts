import type { ClusterObject } from "../../../snapshot/snapshot.ts";
import type { Run } from "../world-credential.ts";
import type { Hold, Markers, WorldNode } from "../world-node.ts";
import type { Named } from "./collected.ts";
import {
  AUTOSCALED_LABEL,
  instant,
  OWNER_KEY,
  PHASE_KEY,
  proofKeysOf,
  RECOVERY_KEY,
} from "./names-of-worlds.ts";

/** A Node as the API server gives it. */
export function observeNode(node: WorldNode, place: number, named: Named): ClusterObject {
  const { name, uid, role } = node;
  return {
    apiVersion: "v1",
    kind: "Node",
    metadata: {
      name,
      uid,
      labels: {
        ...(role === "control-plane" ? { "node-role.kubernetes.io/control-plane": "" } : {}),
        ...(node.isAutoscaled ? { [AUTOSCALED_LABEL]: "true" } : {}),
      },
      annotations: {
        ...markerAnnotations(node.shown, named),
        ...ownedAnnotations(node, named),
        ...holdAnnotations(node.hold),
        ...(node.isKept ? { "cluster-autoscaler.kubernetes.io/scale-down-disabled": "true" } : {}),
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
export function markerAnnotations(markers: Markers, { binds }: Named): Record<string, string> {
  return Object.fromEntries(
    Object.entries(markers).flatMap(([credential, { revision, image, run }]) => {
      const keys = proofKeysOf(credential);
      const claim = [
        [keys.revision, revision],
        [keys.image, image],
      ];
      if (binds === "nothing") return claim;
      return [...claim, [keys.uid, run.uid], [keys.bootId, recordedRun(run, binds)]];
    }),
  );
}

/** What a claim records of its run: the boot, or from Talos 1.14 on the start of the runtime. */
export function recordedRun(run: Run, binds: Named["binds"]): string {
  return binds === "run" && run.restartsRuntime ? instant(run.runtimeStartedAtSeconds) : run.bootId;
}

function ownedAnnotations({ owned, shown }: WorldNode, named: Named): Record<string, string> {
  const keys = owned.flatMap((credential) => {
    const marker = shown[credential];
    return marker === undefined
      ? [proofKeysOf(credential).revision]
      : Object.keys(markerAnnotations({ [credential]: marker }, named));
  });
  return keys.length === 0 ? {} : { "talos.dev/owned-annotations": JSON.stringify(keys.sort()) };
}

function holdAnnotations(hold: Hold | undefined): Record<string, string> {
  const { owner, phase, recovery } = hold ?? {};
  return {
    ...(owner === undefined ? {} : { [OWNER_KEY]: owner }),
    ...(phase === undefined ? {} : { [PHASE_KEY]: phase }),
    ...(recovery === undefined ? {} : { [RECOVERY_KEY]: recovery }),
  };
}
