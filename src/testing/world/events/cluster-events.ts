import { writeConfig } from "../change-config.ts";
import { declaredLogins } from "../declared-logins.ts";
import { hasCurrentProof } from "../has-current-proof.ts";
import type { World } from "../world.ts";
import { declaredNow } from "../world-credential.ts";
import { runOf, type SettingName, type WorldNode } from "../world-node.ts";

/** Something that happens to the cluster as a whole. */
export type ClusterEvent =
  | ClusterUpdate
  /** A document for the next job: what is proven right now. */
  | { readonly type: "stage" }
  /** Git changes what is rendered into machine configs. */
  | { readonly type: "render"; readonly setting: SettingName; readonly value: string }
  | { readonly type: "holdGate" }
  | { readonly type: "releaseGate" }
  /** The gated DaemonSet gets a newer template; while it is held, its pods stay as they are. */
  | { readonly type: "newTemplate" }
  /** Nothing but time passes. */
  | { readonly type: "wait" };

/** Renders machine configs anew, as a cluster tool does; no node boots. */
export interface ClusterUpdate {
  readonly type: "clusterUpdate";
  /** Whether it writes logins and settings as well, or merely rewrites annotations. */
  readonly writesConfig: boolean;
  /** Whether it knows of the proofs; one that does not drops them: the first incident. */
  readonly keepsMarkers: boolean;
  /** Nodes that the autoscaler added are often out of its reach. */
  readonly reaches: "all" | "notAutoscaled";
}

export function clusterEvent(world: World, event: ClusterEvent): World {
  switch (event.type) {
    case "clusterUpdate":
      return { ...world, nodes: world.nodes.map((node) => update(world, node, event)) };
    case "stage":
      return stage(world);
    case "render":
      return { ...world, settings: { ...world.settings, [event.setting]: event.value } };
    case "holdGate":
      return withGate(world, true);
    case "releaseGate":
      return withGate(world, false);
    case "newTemplate":
      return newTemplate(world);
    case "wait":
      return world;
  }
}

function update(world: World, node: WorldNode, event: ClusterUpdate): WorldNode {
  if (event.reaches === "notAutoscaled" && node.isAutoscaled) return node;
  const { settings, nowSeconds } = world;
  const logins = declaredLogins(world);
  return writeConfig(
    node,
    (config) => ({
      logins: event.writesConfig ? logins : config.logins,
      settings: event.writesConfig ? settings : config.settings,
      markers: event.keepsMarkers ? config.markers : {},
    }),
    // A minute ago: the snapshot is taken when the tool is done.
    { mode: "noReboot", atSeconds: nowSeconds - 60 },
  );
}

/** Lists, for each credential, the nodes whose proof speaks for their present run. */
function stage(world: World): World {
  const credentials = world.credentials.map((credential) => {
    const { revision } = declaredNow(credential);
    const nodes = world.nodes
      .filter((node) => hasCurrentProof(node, credential) && node.isReady)
      .map(runOf);
    if (nodes.length === 0) return credential;
    const handOff = { revision, image: credential.image, nodes };
    return { ...credential, handOffs: [...credential.handOffs, handOff] };
  });
  return { ...world, credentials };
}

/** Without a hold, the controller brings every pod to the newest template. */
function withGate(world: World, isHeld: boolean): World {
  if (world.gate === undefined) return world;
  const { revision } = world.gate;
  const nodes = isHeld
    ? world.nodes
    : world.nodes.map((node) => ({ ...node, podRevision: revision }));
  return { ...world, nodes, gate: { isHeld, revision } };
}

function newTemplate(world: World): World {
  if (world.gate === undefined) return world;
  const revision = world.gate.revision + 1;
  const newer = { ...world, gate: { ...world.gate, revision } };
  return world.gate.isHeld ? newer : withGate(newer, false);
}
