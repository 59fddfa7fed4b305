import type { UnmetGuard } from "../decision.ts";
import { type EtcdState, etcdState } from "../facts/node/etcd-state.ts";
import { isControlPlane } from "../facts/node/node-role.ts";
import type { NodeSubject } from "../facts/subject.ts";
import type { Judged } from "../subjects.ts";
import type { PlanContext } from "./plan-context.ts";

/**
 * Before a control plane goes down, etcd of each other one tells of exactly one member, itself, that is
 * neither a learner nor has errors, and of no alarm. Ready Nodes do not say so: the kubelet knows nothing of
 * etcd, and Talos checks it neither at a reboot nor at an upgrade (cluster-semantics §1.6).
 */
export function etcdHealthy(node: string, context: PlanContext): readonly UnmetGuard[] {
  const self = context.nodes.get(node);
  if (self === undefined || !isControlPlane(self.subject.node)) return [];
  if (context.profile.etcdCollected !== true) return [];
  const unmet = context
    .controlPlanes()
    .filter(({ name }) => name !== node)
    .flatMap(judgePeer);
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
