import type { Decision } from "../../../src/engine/decision.ts";
import type { ProfileDocument } from "../../../src/generated/profile-types.ts";
import type { SnapshotDocument, TalosNode } from "../../../src/generated/snapshot-types.ts";
import { decideVaried, type NodeDraft, onNode } from "../../incidents/vary.ts";

export const controlPlanes = ["control-plane-1", "control-plane-2", "control-plane-3"] as const;
export const workers = ["worker-1", "worker-2", "worker-3", "worker-4"] as const;
const credential = "registry";

/** One change to the fleet in which every guard is met. */
export type Change = (snapshot: SnapshotDocument, profile: ProfileDocument) => void;

/**
 * The seven nodes whose credential changed, at a moment at which all of them may be rebooted one by one: every
 * worker was seen to pull, etcd is well, nobody else means anything with a node.
 */
export function decideFleet(...changes: readonly Change[]): Decision {
  const all: readonly Change[] = [makeSafe, ...changes];
  return decideVaried({
    folder: "reboot-storm/credential-changed",
    options: { intent: "reboot" },
    snapshot: (snapshot) => {
      const profile = {} as ProfileDocument;
      profile.spec = { nodes: {} };
      for (const change of all) change(snapshot, profile);
    },
    profile: (profile) => {
      const snapshot = { objects: {}, coverage: [] } as unknown as SnapshotDocument;
      for (const change of all) change(snapshot, profile);
    },
  });
}

const makeSafe: Change = (snapshot, profile) => {
  profile.spec.nodes = {
    ...profile.spec.nodes,
    etcdCollected: true,
    autoscaled: { label: "example.dev/autoscaled" },
  };
  for (const name of workers) probed("pulled", name)(snapshot, profile);
  for (const name of controlPlanes) etcd(name, healthyEtcd(name))(snapshot, profile);
};

const leader = "8e9e05c52164694d";

/** One member of etcd, that a control plane tells of as its own. */
export function etcdMember(
  name: string,
): NonNullable<NonNullable<TalosNode["etcd"]>["members"]>[number] {
  const id = `8e9e05c52164694${name.at(-1)}`;
  return { id, leader, learner: false, hasErrors: false };
}

const healthyEtcd = (name: string): TalosNode["etcd"] => ({
  members: [etcdMember(name)],
  alarms: [],
});

/** Does nothing where the snapshot has no such node. */
export function node(name: string, edit: (node: NodeDraft) => void): Change {
  return (snapshot) => {
    if (snapshot.objects[`v1/Node//prod-${name}`] === undefined) return;
    onNode(snapshot, `prod-${name}`, edit);
  };
}

export const etcd = (name: string, told: TalosNode["etcd"]): Change => {
  return ({ talos }) => {
    const record = talos?.[`prod-${name}`];
    if (record === undefined) return;
    if (told === undefined) delete record.etcd;
    else record.etcd = structuredClone(told);
  };
};

/** Tries of a kubelet, in the present boot of the node. */
export const probed = (result: "pulled" | "denied" | "failed", name: string): Change => {
  return (snapshot) => {
    const object = snapshot.objects[`v1/Node//prod-${name}`] as unknown as NodeDraft | undefined;
    if (object === undefined) return;
    snapshot.probes = [
      ...(snapshot.probes ?? []),
      {
        credential,
        node: object.metadata.name,
        through: "kubelet",
        uncached: true,
        result,
        bootId: object.status.nodeInfo.bootID,
      },
    ];
  };
};
export const noProbes: Change = (snapshot) => {
  delete snapshot.probes;
};

export const ready = (name: string, status: "True" | "False" | undefined): Change =>
  node(name, ({ status: told }) => {
    told.conditions = told.conditions.flatMap((condition) => {
      if (condition.type !== "Ready") return [condition];
      return status === undefined ? [] : [{ ...condition, status }];
    });
  });
export const cordoned = (name: string): Change =>
  node(name, ({ spec }) => {
    spec.unschedulable = true;
  });
export const tainted = (name: string, key: string, effect = "NoSchedule"): Change =>
  node(name, ({ spec }) => {
    spec.taints = [...(spec.taints ?? []), { key, effect }];
  });
export const deleted = (name: string): Change =>
  node(name, ({ metadata }) => {
    metadata.deletionTimestamp = "2026-08-09T20:00:00Z";
  });
export const gone = (name: string): Change => {
  return ({ objects, talos }) => {
    delete objects[`v1/Node//prod-${name}`];
    delete talos?.[`prod-${name}`];
  };
};
/** All Pods are listed, and these nodes run one that a drain would evict. */
export const podsOn = (...names: readonly string[]): Change => {
  return (snapshot) => {
    snapshot.coverage = [...snapshot.coverage, { kind: "v1/Pod", complete: true }];
    for (const name of names) {
      snapshot.objects[`v1/Pod/default/app-on-${name}`] = {
        apiVersion: "v1",
        kind: "Pod",
        metadata: { name: `app-on-${name}`, namespace: "default", uid: `uid-of-app-on-${name}` },
        spec: { nodeName: `prod-${name}` },
        status: { phase: "Running" },
      };
    }
  };
};

/** `worker-1 NodeReady (seen)`: every unmet guard in the order of the plan. */
export function unmetOf({ plan }: Decision): readonly string[] {
  return plan.steps.flatMap(({ node: name, unmet }) =>
    unmet.map(({ guard, because, metBy }) => {
      const later = metBy === undefined ? because : `once ${metBy.replace(/^prod-/, "")}`;
      return `${name.replace(/^prod-/, "")} ${guard} (${later})`;
    }),
  );
}

/** What stands on a node's disk beside the active config: something staged, or nobody knows what. */
export const onDisk =
  (name: string, what: "staged" | undefined): Change =>
  ({ talos }) => {
    const { machineConfig } = talos?.[`prod-${name}`] ?? {};
    if (machineConfig === undefined) return;
    if (what === undefined) delete machineConfig.persistent;
    else
      machineConfig.persistent?.documents.push({
        kind: "UdevRulesConfig",
        digests: { "/rules": "x" },
      });
  };
