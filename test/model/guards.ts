import type { ClusterObject } from "../../src/snapshot/snapshot.ts";
import {
  annotationOf,
  isControlPlane,
  isNodeListWhole,
  isReady,
  nodesOf,
  type Seen,
  talosOf,
} from "./cluster.ts";
import { isLeaving } from "./leaving.ts";
import { type Met, metIf, worst } from "./met.ts";
import type { ModelNode } from "./node.ts";

// plan.md, "Guards", and decision 0016; cluster-semantics.md §7.2. Of what a step reboots.

export type ModelGuard = "NodeReady" | "ControlPlanePeers" | "EtcdHealthy" | "ScaleDown";

/** Whether the guards of one reboot are met; those that the profile does not let be judged are left out. */
export function guardsOfReboot(
  seen: Seen,
  node: ClusterObject,
  before: readonly ClusterObject[],
): Readonly<Partial<Record<ModelGuard, Met>>> {
  const { etcdCollected, autoscaled } = seen.profile.spec.nodes ?? {};
  const peers = nodesOf(seen).filter(
    (each) => isControlPlane(each) && each.metadata.name !== node.metadata.name,
  );
  return {
    NodeReady: areReady([node, ...before]),
    ...(isControlPlane(node)
      ? {
          ControlPlanePeers: arePeersFit(seen, peers),
          ...(etcdCollected === true ? { EtcdHealthy: isEtcdHealthy(seen, peers) } : {}),
        }
      : {}),
    ...(autoscaled === undefined ? {} : { ScaleDown: isKept(seen, node) }),
  };
}

/** Also of a pull, and of a node alone. */
export function areReady(nodes: readonly ClusterObject[]): Met {
  return metIf(nodes.every(isReady));
}

/** At least two others, all Ready, none leaving. Of a list that was cut there may be more. */
function arePeersFit(seen: Seen, peers: readonly ClusterObject[]): Met {
  if (!peers.every((peer) => isReady(peer) && !isLeaving(peer))) return "unmet";
  if (isNodeListWhole(seen)) return metIf(peers.length >= 2);
  return "unknown";
}

/**
 * Each other one tells of one member with a leader, no learner, errors or alarm; and all follow one. Where Talos was
 * not read as a whole there may be more to tell.
 */
function isEtcdHealthy(seen: Seen, peers: readonly ClusterObject[]): Met {
  const told = peers.map((peer) => talosOf(seen, peer)?.etcd);
  const leaders = new Set(told.flatMap((etcd) => etcd?.members?.map(({ leader }) => leader) ?? []));
  const each = told.map((etcd): Met => {
    if (etcd?.members === undefined || etcd.alarms === undefined) return "unknown";
    const [member, another] = etcd.members;
    const isOne = member !== undefined && another === undefined;
    const isFit = isOne && member.leader !== undefined && !member.learner && !member.hasErrors;
    return metIf(isFit && etcd.alarms.length === 0);
  });
  const isCut = (seen.snapshot.gaps ?? []).some(
    ({ part, name }) =>
      part === "talos" && peers.some(({ metadata }) => metadata.name === (name ?? metadata.name)),
  );
  return worst([
    ...each,
    metIf(leaders.size <= 1),
    isCut ? "unknown" : "met",
    isNodeListWhole(seen) ? "met" : "unknown",
  ]);
}

function isKept({ profile }: Seen, node: ClusterObject): Met {
  const { label, value, scaleDownDisabled } = profile.spec.nodes?.autoscaled ?? { label: "" };
  const shown = node.metadata.labels?.[label];
  if (shown === undefined || (value !== undefined && shown !== value)) return "met";
  const key = scaleDownDisabled ?? "cluster-autoscaler.kubernetes.io/scale-down-disabled";
  return metIf(annotationOf(node, key) === "true");
}

/** Nodes with something to do, held ones included, in the plan's order; the rest is no matter of a plan. */
export function inPlanOrder(
  seen: Seen,
  nodes: ReadonlyMap<string, ModelNode>,
): readonly ClusterObject[] {
  const byName = (a: ClusterObject, b: ClusterObject): number =>
    a.metadata.name < b.metadata.name ? -1 : 1;
  const asked = nodesOf(seen)
    .filter((node) => !isLeaving(node) && nodes.get(node.metadata.name)?.action !== "none")
    .sort(byName);
  return [...asked.filter((node) => !isControlPlane(node)), ...asked.filter(isControlPlane)];
}
