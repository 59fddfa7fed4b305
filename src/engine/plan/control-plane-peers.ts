import type { UnmetGuard } from "../decision.ts";
import { nodeLeaving } from "../facts/node/node-leaving.ts";
import { nodeReady } from "../facts/node/node-ready.ts";
import { listNodes } from "../facts/node/nodes-shared.ts";
import type { NodeSubject } from "../facts/subject.ts";
import type { Judged } from "../subjects.ts";
import type { PlanContext } from "./plan-context.ts";

/** A control plane goes down only while this many others are up. */
const PEERS_MIN = 2;

/**
 * A control plane is taken down only while at least two others are there and all of them are Ready. That is
 * stricter than a quorum from five on: with one down already, nobody takes down another. A cordon says
 * nothing about etcd, so it does not count. One that is leaving counts for a peer that must be up, as it
 * is a member still, but not for one that will be.
 */
export function controlPlanePeers(node: string, context: PlanContext): readonly UnmetGuard[] {
  const controlPlanes = context.controlPlanes();
  const peers = controlPlanes.filter(({ name }) => name !== node);
  if (peers.length === controlPlanes.length) return [];
  const down = peers.filter(({ reader }) => {
    const ready = reader.read(nodeReady);
    return ready.state === "value" && !ready.value;
  });
  if (down.length > 0)
    return unmet("seen", `control planes not Ready: ${namesOf(down)}`, `${namesOf(down)} Ready`);
  const isAllSeen = context.unseen().length === 0;
  if (isAllSeen && peers.length < PEERS_MIN) return tooFew(peers);
  const leaving = peers.filter(({ reader }) => {
    const fact = reader.read(nodeLeaving);
    return fact.state === "value" && fact.value;
  });
  if (leaving.length > 0) {
    const names = namesOf(leaving);
    return unmet(
      "seen",
      `control planes are leaving: ${names}`,
      `${names} gone, and etcd without it`,
    );
  }
  if (!isAllSeen)
    return unmet("unknown", "not known whether further control planes are up", listNodes);
  const unread = peers.filter(({ reader }) => reader.read(nodeReady).state !== "value");
  if (unread.length === 0) return [];
  const message = `not known whether control planes are Ready: ${namesOf(unread)}`;
  return unmet("unknown", message, listNodes);
}

/** No waiting meets this; whoever owns the cluster has to choose. */
function tooFew(peers: readonly Judged<NodeSubject>[]): readonly UnmetGuard[] {
  const [peer] = peers;
  return peer === undefined
    ? unmet(
        "seen",
        "it is the only control plane: the API server and etcd are away while it is down",
        "two more control planes; with one alone no plan can meet this: snapshot etcd and reboot it yourself",
      )
    : unmet(
        "seen",
        `there is only one other control plane, ${peer.name}: of two members of etcd neither has a majority alone`,
        "a third control plane; with two no plan can meet this: snapshot etcd and reboot it yourself",
      );
}

function unmet(
  because: UnmetGuard["because"],
  message: string,
  meets: string,
): readonly UnmetGuard[] {
  return [{ guard: "ControlPlanePeers", because, message, meets }];
}

function namesOf(nodes: readonly Judged<NodeSubject>[]): string {
  return nodes.map(({ name }) => name).join(", ");
}
