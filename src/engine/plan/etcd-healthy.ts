import type { UnmetGuard } from "../decision.ts";
import { type EtcdState, etcdState } from "../facts/node/etcd-state.ts";
import { isControlPlane } from "../facts/node/node-role.ts";
import type { NodeSubject } from "../facts/subject.ts";
import type { Judged } from "../subjects.ts";
import { type EtcdContradiction, etcdContradictions } from "./etcd-contradictions.ts";
import type { PlanContext } from "./plan-context.ts";

/**
 * Before a control plane goes down, etcd of each other one tells of exactly one member, itself, that follows
 * a leader, is neither a learner nor has errors, and of no alarm; and all of them tell of one cluster. Ready
 * Nodes do not say so: the kubelet knows nothing of etcd, and Talos checks it neither at a reboot nor at an
 * upgrade (cluster-semantics §1.6).
 */
export function etcdHealthy(node: string, context: PlanContext): readonly UnmetGuard[] {
  const self = context.nodes.get(node);
  if (self === undefined || !isControlPlane(self.subject)) return [];
  if (context.profile.etcdCollected !== true) return [];
  const peers = context.controlPlanes().filter(({ name }) => name !== node);
  const unmet = [...peers.flatMap(judgePeer), ...etcdContradictions(peers).map(contradicting)];
  // One peer is enough to tell: what was seen before what was not.
  const seen = unmet.filter(({ because }) => because === "seen");
  return (seen.length > 0 ? seen : unmet).slice(0, 1);
}

function judgePeer({ name, reader }: Judged<NodeSubject>): readonly UnmetGuard[] {
  const state = reader.read(etcdState);
  if (state.state === "absent") return [];
  if (state.state === "value") {
    const ailment = ailments[state.value];
    return ailment === undefined ? [] : [ailing(name, ailment)];
  }
  if (state.oneOf?.includes("healthy") === false)
    return [ailing(name, "is not healthy, whatever else was not read")];
  const [reason] = state.reasons;
  return [
    {
      guard: "EtcdHealthy",
      because: "unknown",
      message: `not known of etcd on ${name}: ${reason?.detail ?? "not read"}`,
      meets: reason?.cure ?? `talosctl -n ${name} etcd status`,
    },
  ];
}

const ailments: Readonly<Partial<Record<EtcdState, string>>> = {
  notOneMember: "does not tell of exactly one member, itself",
  learner: "is a learner and has no vote",
  errors: "reports errors",
  noLeader: "follows no leader: there is no quorum where it stands",
  alarm: "has an alarm raised",
};

function ailing(name: string, ailment: string): UnmetGuard {
  return {
    guard: "EtcdHealthy",
    because: "seen",
    message: `etcd on ${name} ${ailment}`,
    meets: `etcd on ${name} a voting member without errors and alarms`,
  };
}

function contradicting({ nodes, what }: EtcdContradiction): UnmetGuard {
  return {
    guard: "EtcdHealthy",
    because: "seen",
    message: `etcd on ${nodes.join(" and ")} ${what}`,
    meets:
      "`talosctl etcd status` of every control plane, each with its own member and all with one leader",
  };
}
