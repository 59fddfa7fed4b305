import { writeConfig } from "../change-config.ts";
import { hex64 } from "../hex64.ts";
import type { World } from "../world.ts";
import { declaredNow, type WorldCredential } from "../world-credential.ts";
import { type Marker, runOf, type WorldNode } from "../world-node.ts";
import { atPlace } from "./at-place.ts";

/** Something that happens to the claim about one credential on one node, both by place. */
export type MarkerEvent = {
  readonly node: number;
  readonly credential: number;
} /** Somebody looks at what is loaded and pulls the image uncached: the claim is written where it is true. */ & (
  | { readonly type: "prove" }
  /** The claim is written as a decision asked for it, true or not. No other event lies. */
  | { readonly type: "reassert" }
  /** Somebody else writes the annotation on the Node, past Talos … */
  | { readonly type: "foreignWrite"; readonly writes: "nonsense" | "anotherRevision" }
  /** … or takes it off. */
  | { readonly type: "foreignDelete" }
  /** Talos cannot write this Node any more, or can again. */
  | { readonly type: "applyFails"; readonly isFailing: boolean }
);

export function markerEvent(world: World, event: MarkerEvent): World {
  const place = event.credential % Math.max(1, world.credentials.length);
  const credential = world.credentials[place];
  if (credential === undefined) return world;
  const nodes = atPlace(world.nodes, event.node, (node) =>
    changed(world, { node, credential }, event),
  );
  return { ...world, nodes };
}

interface Claimed {
  readonly node: WorldNode;
  readonly credential: WorldCredential;
}

function changed(world: World, claimed: Claimed, event: MarkerEvent): WorldNode {
  const { node, credential } = claimed;
  switch (event.type) {
    case "prove":
      return node.loaded[credential.name] === declaredNow(credential).login
        ? claim(world, claimed)
        : node;
    case "reassert":
      return claim(world, claimed);
    case "foreignWrite":
      return foreignWrite(claimed, event.writes);
    case "foreignDelete":
      return { ...node, shown: without(node.shown, credential.name) };
    case "applyFails":
      return { ...node, isApplyFailing: event.isFailing };
  }
}

/** Into the machine config; Talos brings it onto the Node. */
function claim({ nowSeconds }: World, { node, credential }: Claimed): WorldNode {
  const { revision } = declaredNow(credential);
  const marker = { revision, image: credential.image, run: runOf(node) };
  return writeConfig(
    node,
    (config) => ({ ...config, markers: { ...config.markers, [credential.name]: marker } }),
    { mode: "noReboot", atSeconds: nowSeconds - 60 },
  );
}

function foreignWrite(
  { node, credential }: Claimed,
  writes: "nonsense" | "anotherRevision",
): WorldNode {
  const marker: Marker = {
    revision: writes === "nonsense" ? "not-a-revision" : hex64("revision that nobody declared"),
    image: credential.image,
    run: runOf(node),
  };
  return { ...node, shown: { ...node.shown, [credential.name]: marker } };
}

function without(shown: WorldNode["shown"], name: string): WorldNode["shown"] {
  const { [name]: _, ...rest } = shown;
  return rest;
}
