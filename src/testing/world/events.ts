import { type Declaration, declaredNow, type World, type WorldNode } from "./world.ts";

/** Something that happens to a world. Events keep it truthful: a claim is written only where it holds. */
export type WorldEvent = FleetEvent | NodeEvent;

export type FleetEvent =
  | { readonly type: "declare"; readonly credential: string }
  | { readonly type: "encryptAnew" }
  /** Git goes back to an earlier declaration, ciphertext and all. */
  | { readonly type: "revert"; readonly declaration: number }
  | { readonly type: "stage" }
  | {
      readonly type: "clusterUpdate";
      readonly writesConfig: boolean;
      readonly drops: "nothing" | "configOnly" | "both";
    }
  | { readonly type: "rewriteSecret"; readonly credential: string };

/** Something that happens to one node, by its place (modulo the number of nodes). */
export type NodeEvent =
  | { readonly type: "patch"; readonly node: number }
  | { readonly type: "reboot"; readonly node: number }
  | { readonly type: "prove"; readonly node: number }
  /** A machine under the same name, set up with what an earlier declaration held. */
  | { readonly type: "replace"; readonly node: number; readonly declaration: number }
  | { readonly type: "leave"; readonly node: number };

const SECONDS_PER_EVENT = 420;

/** Lets one event happen, a few minutes after the last one. */
export function happen(world: World, event: WorldEvent): World {
  const next = { ...world, nowSeconds: world.nowSeconds + SECONDS_PER_EVENT };
  switch (event.type) {
    case "declare":
      return declare(next, event.credential);
    case "encryptAnew":
      return declare(next, declaredNow(world).credential);
    case "revert":
      return revert(next, event.declaration);
    case "stage":
      return stage(next);
    case "clusterUpdate":
      return clusterUpdate(next, event.writesConfig, event.drops);
    case "rewriteSecret":
      return { ...next, liveSecret: event.credential };
    default:
      return onNode(next, event.node, (node) => nodeEvent(next, node, event));
  }
}

function nodeEvent(world: World, node: WorldNode, event: NodeEvent): WorldNode {
  switch (event.type) {
    case "patch":
      return configure(node, declaredNow(world).credential, world.nowSeconds);
    case "reboot":
      return boot(node, world.nowSeconds);
    case "prove":
      return prove(world, node);
    case "replace":
      return replace(world, node, declarationAt(world, event.declaration).credential);
    case "leave":
      return { ...node, isLeaving: true };
  }
}

function onNode(world: World, index: number, change: (node: WorldNode) => WorldNode): World {
  const place = index % world.nodes.length;
  return { ...world, nodes: world.nodes.map((node, at) => (at === place ? change(node) : node)) };
}

function declare(world: World, credential: string): World {
  const revision = hex64(`revision ${world.declarations.length} of ${credential}`);
  return {
    ...world,
    declarations: [...world.declarations, { credential, revision, atSeconds: world.nowSeconds }],
  };
}

function declarationAt(world: World, index: number): Declaration {
  return world.declarations[index % world.declarations.length] ?? declaredNow(world);
}

function revert(world: World, index: number): World {
  const again = { ...declarationAt(world, index), atSeconds: world.nowSeconds };
  return { ...world, declarations: [...world.declarations, again] };
}

/** An unchanged credential changes no byte of the runtime's config, so nothing restarts. */
function configure(node: WorldNode, credential: string, nowSeconds: number): WorldNode {
  if (node.configured === credential) return node;
  const configured = { ...node, configured: credential, configChangedAtSeconds: nowSeconds };
  if (!node.restartsRuntime) return configured;
  return { ...configured, loaded: credential, runtimeStartedAtSeconds: nowSeconds + 1 };
}

function boot(node: WorldNode, nowSeconds: number): WorldNode {
  return {
    ...node,
    bootId: `boot-${node.name}-${nowSeconds}`,
    loaded: node.configured,
    runtimeStartedAtSeconds: nowSeconds,
  };
}

/** An uncached pull and a look at what was loaded: the marker is written only where the claim is true. */
function prove(world: World, node: WorldNode): WorldNode {
  const { credential, revision } = declaredNow(world);
  if (node.loaded !== credential) return node;
  const marker = { revision, image: world.image, uid: node.uid, bootId: node.bootId };
  return { ...node, marker, isMarkerInConfig: true };
}

/** Hands on what is proven right now: nodes whose marker is current and whose claim still holds. */
function stage(world: World): World {
  const { credential, revision } = declaredNow(world);
  const proven = world.nodes.filter(
    ({ marker, bootId, loaded }) =>
      marker?.revision === revision && marker.bootId === bootId && loaded === credential,
  );
  if (proven.length === 0) return world;
  const nodes = proven.map(({ name, uid, bootId }) => ({ name, uid, bootId }));
  return { ...world, handOffs: [...world.handOffs, { revision, image: world.image, nodes }] };
}

/** Renders every machine config anew: the first incident is `drops: "both"` with an unchanged credential. */
function clusterUpdate(
  world: World,
  writesConfig: boolean,
  drops: "nothing" | "configOnly" | "both",
): World {
  const { credential } = declaredNow(world);
  const nodes = world.nodes.map((node) => {
    const written = writesConfig ? configure(node, credential, world.nowSeconds) : node;
    if (drops === "nothing") return written;
    return {
      ...written,
      isMarkerInConfig: false,
      marker: drops === "both" ? undefined : written.marker,
    };
  });
  return { ...world, nodes };
}

/** A machine under the same name: a new Node object, a new boot, no proof. */
function replace(world: World, node: WorldNode, credential: string): WorldNode {
  const { nowSeconds } = world;
  return {
    ...node,
    uid: `uid-${node.name}-${nowSeconds}`,
    bootId: `boot-${node.name}-${nowSeconds}`,
    configured: credential,
    loaded: credential,
    configChangedAtSeconds: nowSeconds - 1,
    runtimeStartedAtSeconds: nowSeconds,
    marker: undefined,
    isMarkerInConfig: false,
  };
}

/** A stable stand-in for a SHA-256: 64 hex digits that depend on the text. */
export function hex64(text: string): string {
  let state = 2_166_136_261;
  let digits = "";
  for (let round = 0; round < 8; round += 1) {
    for (const letter of `${round}${text}`) {
      state = Math.imul(state ^ (letter.codePointAt(0) ?? 0), 16_777_619) >>> 0;
    }
    digits += state.toString(16).padStart(8, "0");
  }
  return digits;
}
