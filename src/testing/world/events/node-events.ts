import { startRuntime, type WriteMode, writeConfig } from "../change-config.ts";
import { declaredLogins } from "../declared-logins.ts";
import { newMachine } from "../new-machine.ts";
import { restartsRuntimeSince } from "../talos-versions.ts";
import type { World } from "../world.ts";
import type { EtcdHealth, WorldNode } from "../world-node.ts";
import { atPlace } from "./at-place.ts";

/** Something that happens to one node, by its place. */
export type NodeEvent = {
  readonly node: number;
} /** The declared logins are written into the machine config. */ & (
  | { readonly type: "patch"; readonly mode: WriteMode }
  /** What Git renders is written, logins and settings, by somebody who keeps the proofs. */
  | { readonly type: "configure" }
  | { readonly type: "reboot" }
  /** The runtime alone; up to 1.13 Talos refuses that. */
  | { readonly type: "restartRuntime" }
  | { readonly type: "upgradeTalos"; readonly version: string }
  | { readonly type: "notReady" }
  | { readonly type: "ready" }
  | { readonly type: "cordon" }
  | { readonly type: "uncordon" }
  | { readonly type: "taint"; readonly key: string }
  | { readonly type: "untaint"; readonly key: string }
  | { readonly type: "leave" }
  /** Somebody keeps the autoscaler from taking it away. */
  | { readonly type: "keep" }
  | { readonly type: "etcd"; readonly health: EtcdHealth }
  /** A machine under the same name, set up with an earlier login, or with the config of the one before it. */
  | { readonly type: "replace"; readonly declaration: number; readonly keepsConfig: boolean }
  /** A node that the autoscaler adds, set up with an earlier login. */
  | { readonly type: "join"; readonly declaration: number }
);

/** So many nodes at most: further ones find nothing that these do not, only later. */
export const WORLD_NODES_MAX = 5;

export function nodeEvent(world: World, event: NodeEvent): World {
  if (event.type === "join") return join(world, event.declaration);
  const nodes = atPlace(world.nodes, event.node, (node) => changed(world, node, event));
  return { ...world, nodes };
}

function changed(
  world: World,
  node: WorldNode,
  event: Exclude<NodeEvent, { type: "join" }>,
): WorldNode {
  switch (event.type) {
    case "patch":
      return patch(world, node, event.mode);
    case "configure":
      return configure(world, node);
    case "reboot":
      return boot(world, node);
    case "restartRuntime":
      return restartsRuntimeSince(node.talosVersion)
        ? startRuntime(node, world.nowSeconds - 30)
        : node;
    case "upgradeTalos":
      return boot(world, { ...node, talosVersion: event.version });
    case "notReady":
      return withReadiness(world, node, false);
    case "ready":
      return withReadiness(world, node, true);
    case "cordon":
      return { ...node, isCordoned: true };
    case "uncordon":
      return { ...node, isCordoned: false };
    case "taint":
      return { ...node, taints: [...new Set([...node.taints, event.key])].sort() };
    case "untaint":
      return { ...node, taints: node.taints.filter((key) => key !== event.key) };
    case "leave":
      return { ...node, isLeaving: true };
    case "keep":
      return { ...node, isKept: true };
    case "etcd":
      return { ...node, etcd: event.health };
    case "replace":
      return replace(world, node, event);
  }
}

function patch(world: World, node: WorldNode, mode: WriteMode): WorldNode {
  const logins = declaredLogins(world);
  return writeConfig(node, (config) => ({ ...config, logins }), {
    mode,
    atSeconds: world.nowSeconds - 60,
  });
}

function configure(world: World, node: WorldNode): WorldNode {
  const rendered = { logins: declaredLogins(world), settings: world.settings };
  return writeConfig(node, ({ markers }) => ({ ...rendered, markers }), {
    mode: "noReboot",
    atSeconds: world.nowSeconds - 60,
  });
}

/** What is on disk becomes active, the runtime reads it, and the node's pods are made anew. */
function boot(world: World, node: WorldNode): WorldNode {
  const bootedAtSeconds = world.nowSeconds - 240;
  const booted = {
    ...node,
    bootId: `boot-${node.name}-${bootedAtSeconds}`,
    active: node.persistent,
    activeUpdatedAtSeconds: bootedAtSeconds,
    registryConfigUpdatedAtSeconds: bootedAtSeconds + 9,
    isReady: true,
    readyChangedAtSeconds: bootedAtSeconds + 60,
    podRevision: world.gate?.revision ?? node.podRevision,
  };
  return startRuntime(booted, bootedAtSeconds + 15);
}

function withReadiness(world: World, node: WorldNode, isReady: boolean): WorldNode {
  if (node.isReady === isReady) return node;
  return { ...node, isReady, readyChangedAtSeconds: world.nowSeconds };
}

function replace(
  world: World,
  node: WorldNode,
  { declaration, keepsConfig }: { readonly declaration: number; readonly keepsConfig: boolean },
): WorldNode {
  const { name, role, isAutoscaled, talosVersion, persistent } = node;
  const machine = newMachine(world, { name, role, isAutoscaled, talosVersion, declaration });
  return keepsConfig ? boot(world, { ...machine, persistent }) : machine;
}

function join(world: World, declaration: number): World {
  if (world.nodes.length >= WORLD_NODES_MAX) return world;
  const machine = newMachine(world, {
    name: `autoscaled-${world.nodes.length + 1}`,
    role: "worker",
    isAutoscaled: true,
    talosVersion: world.nodes[0]?.talosVersion ?? "v1.13.8",
    declaration,
  });
  return { ...world, nodes: [...world.nodes, machine] };
}
