import type { UnmetGuard } from "../decision.ts";
import { nodeReady } from "../facts/node/node-ready.ts";
import { isControlPlane } from "../facts/node/node-role.ts";
import type { NodeCredentialSubject } from "../facts/subject.ts";
import type { Judged } from "../subjects.ts";

/** A member of etcd may go down only while this many others are up. */
const PEERS_MIN = 2;

/** The control planes among the nodes that are judged. */
export function controlPlanesOf(
  nodes: readonly Judged<NodeCredentialSubject>[],
): readonly Judged<NodeCredentialSubject>[] {
  const byName = new Map(
    nodes
      .filter(({ subject }) => isControlPlane(subject.node))
      .map((judged) => [judged.name, judged]),
  );
  return [...byName.values()];
}

/**
 * A control plane is taken down only while at least two others are there, all of them Ready.
 * Whether etcd is healthy is not judged here.
 */
export function controlPlanePeers(
  node: string,
  controlPlanes: readonly Judged<NodeCredentialSubject>[],
): readonly UnmetGuard[] {
  const others = controlPlanes.filter(({ name }) => name !== node);
  if (others.length === controlPlanes.length) return [];
  const peers = others.map(({ name, reader }) => ({ name, ready: reader.read(nodeReady) }));
  const down = peers.filter(({ ready }) => ready.state === "value" && !ready.value);
  if (peers.length < PEERS_MIN || down.length > 0) {
    const names = down.map(({ name }) => name).join(", ");
    const message =
      down.length > 0
        ? `control planes not Ready: ${names}`
        : `only ${peers.length} other control planes`;
    return [{ guard: "ControlPlanePeers", because: "seen", message }];
  }
  const unread = peers.filter(({ ready }) => ready.state !== "value").map(({ name }) => name);
  if (unread.length === 0) return [];
  const message = `not known whether control planes are Ready: ${unread.join(", ")}`;
  return [{ guard: "ControlPlanePeers", because: "unknown", message }];
}
