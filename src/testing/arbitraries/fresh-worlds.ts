import fc from "fast-check";
import type { ProfileCredential } from "../../profile/profile.ts";
import type { ClusterNames } from "../world/cluster-names.ts";
import { imageOf, revisionOf } from "../world/events/credential-events.ts";
import { newMachine } from "../world/new-machine.ts";
import { TALOS_VERSIONS } from "../world/talos-versions.ts";
import type { World } from "../world/world.ts";
import type { WorldCredential } from "../world/world-credential.ts";

const START_SECONDS = 1_785_000_000;
/** How long before the first day the first login was declared. */
const DECLARED_BEFORE_SECONDS = 900_000;
const NODES_MAX = 4;

function freshCredential({ name, host, image }: ProfileCredential): WorldCredential {
  const login = "bot/a";
  const { repository = `${host}/operator`, tagPrefix = "" } = image ?? {};
  const imageBase = `${repository}:${tagPrefix}`;
  return {
    name,
    host,
    declarations: [
      {
        login,
        revision: revisionOf(host, login, 0),
        atSeconds: START_SECONDS - DECLARED_BEFORE_SECONDS,
      },
    ],
    revoked: [],
    imageBase,
    image: imageOf(imageBase, 3),
    secret: { login, writes: 0 },
    handOffs: [],
    probes: [],
  };
}

interface FreshNode {
  readonly kind: "control-plane" | "worker" | "autoscaled";
  readonly version: string | undefined;
}

interface FreshFleet {
  readonly version: string;
  readonly nodes: readonly FreshNode[];
  readonly credentials: number;
  readonly gate: World["gate"] | null;
}

const version = fc.constantFrom(...TALOS_VERSIONS);

/** One in three nodes runs another version than its fleet. */
const freshNode: fc.Arbitrary<FreshNode> = fc.record({
  kind: fc.constantFrom("worker", "worker", "control-plane", "autoscaled"),
  version: fc.option(version, { freq: 3, nil: undefined }),
});

/** The smallest fleet in which a control plane may be taken down at all. */
const threeControlPlanes: readonly FreshNode[] = [
  { kind: "control-plane", version: undefined },
  { kind: "control-plane", version: undefined },
  { kind: "control-plane", version: undefined },
  { kind: "worker", version: undefined },
];

/** A world on its first day: one login declared, loaded and proven nowhere yet. */
export function freshWorlds(names: ClusterNames): fc.Arbitrary<World> {
  return freshFleets(names).map((fleet) => createWorld(names, fleet));
}

function freshFleets({ profile, credentials }: ClusterNames): fc.Arbitrary<FreshFleet> {
  const isGated = (profile?.spec.gates ?? []).length > 0;
  const gate = fc.record({ isHeld: fc.boolean(), revision: fc.constant(2) });
  return fc.record<FreshFleet>({
    version,
    nodes: fc.oneof(
      { withCrossShrink: true },
      { weight: 2, arbitrary: fc.array(freshNode, { minLength: 1, maxLength: NODES_MAX }) },
      { weight: 1, arbitrary: fc.constant(threeControlPlanes) },
    ),
    // What a profile names is there; else one credential, or now and then two.
    credentials:
      profile === undefined
        ? fc.constantFrom(1, 1, credentials.length)
        : fc.constant(credentials.length),
    gate: profile === undefined ? fc.option(gate, { freq: 2 }) : isGated ? gate : fc.constant(null),
  });
}

function createWorld(
  names: ClusterNames,
  { version: common, nodes, credentials, gate }: FreshFleet,
): World {
  const shell: World = {
    names,
    past: [],
    nowSeconds: START_SECONDS,
    credentials: names.credentials.slice(0, credentials).map(freshCredential),
    nodes: [],
    settings: { sysctl: "0", environment: "0", unheardOf: "0" },
    gate: gate ?? undefined,
    lease: undefined,
    fenceOwner: undefined,
  };
  return {
    ...shell,
    nodes: nodes.map((node, place) => createNode(shell, node, { common, place })),
  };
}

function createNode(
  world: World,
  { kind, version: own }: FreshNode,
  { common, place }: { readonly common: string; readonly place: number },
): World["nodes"][number] {
  const machine = newMachine(world, {
    name: `${kind}-${place + 1}`,
    role: kind === "control-plane" ? "control-plane" : "worker",
    isAutoscaled: kind === "autoscaled",
    talosVersion: own ?? common,
    declaration: 0,
  });
  // Every other node has not got the newest template of the gated DaemonSet yet, and one is kept from the autoscaler.
  return {
    ...machine,
    isKept: place === 1,
    podRevision: place % 2 === 0 ? 1 : machine.podRevision,
  };
}
