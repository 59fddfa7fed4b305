import fc from "fast-check";
import { happen, hex64, type WorldEvent } from "../world/events.ts";
import type { Collected } from "../world/observe-world.ts";
import type { World, WorldNode } from "../world/world.ts";

const START_SECONDS = 1_785_000_000;
const credentials = ["a", "b"] as const;

/** Sizes of worlds. Bigger ones find nothing that three nodes do not, only later. */
const WORLD_NODES_MAX = 4;

/** A world on its first day: one credential declared, loaded and proven nowhere yet. */
const freshWorlds: fc.Arbitrary<World> = fc
  .array(fc.record({ isControlPlane: fc.boolean(), restartsRuntime: fc.boolean() }), {
    minLength: 1,
    maxLength: WORLD_NODES_MAX,
  })
  .map((nodes) => ({
    nowSeconds: START_SECONDS,
    declarations: [
      { credential: "a", revision: hex64("revision 0 of a"), atSeconds: START_SECONDS - 900_000 },
    ],
    image: "registry.example/operator:v1.2.3",
    liveSecret: "a",
    nodes: nodes.map(freshNode),
    handOffs: [],
  }));

function freshNode(
  {
    isControlPlane,
    restartsRuntime,
  }: { readonly isControlPlane: boolean; readonly restartsRuntime: boolean },
  index: number,
): WorldNode {
  const name = `${isControlPlane ? "control-plane" : "worker"}-${index + 1}`;
  return {
    name,
    uid: `uid-${name}`,
    role: isControlPlane ? "control-plane" : "worker",
    restartsRuntime,
    isLeaving: false,
    bootId: `boot-${name}`,
    loaded: "a",
    configured: "a",
    runtimeStartedAtSeconds: START_SECONDS - 3600,
    configChangedAtSeconds: START_SECONDS - 800_000,
    marker: undefined,
    isMarkerInConfig: false,
  };
}

const place = fc.nat({ max: WORLD_NODES_MAX - 1 });
const credential = fc.constantFrom(...credentials);
const drops = fc.constantFrom("nothing" as const, "configOnly" as const, "both" as const);

/** Events that change no credential anywhere: what must never cost a reboot. */
const harmless: fc.Arbitrary<WorldEvent> = fc.oneof(
  { weight: 4, arbitrary: place.map((node): WorldEvent => ({ type: "prove", node })) },
  { weight: 3, arbitrary: fc.constant<WorldEvent>({ type: "stage" }) },
  {
    weight: 3,
    arbitrary: fc.record({
      type: fc.constant("clusterUpdate" as const),
      writesConfig: fc.boolean(),
      drops,
    }),
  },
  { weight: 1, arbitrary: fc.constant<WorldEvent>({ type: "encryptAnew" }) },
  { weight: 1, arbitrary: place.map((node): WorldEvent => ({ type: "reboot", node })) },
  { weight: 1, arbitrary: place.map((node): WorldEvent => ({ type: "patch", node })) },
  {
    weight: 1,
    arbitrary: credential.map((each): WorldEvent => ({ type: "rewriteSecret", credential: each })),
  },
  { weight: 1, arbitrary: place.map((node): WorldEvent => ({ type: "leave", node })) },
);

/** A whole deploy as the first incident had it: everything proven, handed on, and dropped again. */
const deploy: fc.Arbitrary<readonly WorldEvent[]> = fc
  .record({ writesConfig: fc.boolean(), drops })
  .map(({ writesConfig, drops: dropped }) => [
    ...everyNode("prove"),
    { type: "stage" },
    { type: "clusterUpdate", writesConfig, drops: dropped },
  ]);

/** Anything that happens to credentials and nodes. */
const anyEvent: fc.Arbitrary<WorldEvent> = fc.oneof(
  { weight: 5, arbitrary: harmless },
  {
    weight: 2,
    arbitrary: credential.map((each): WorldEvent => ({ type: "declare", credential: each })),
  },
  {
    weight: 2,
    arbitrary: fc
      .nat({ max: 5 })
      .map((declaration): WorldEvent => ({ type: "revert", declaration })),
  },
  { weight: 2, arbitrary: place.map((node): WorldEvent => ({ type: "patch", node })) },
  { weight: 2, arbitrary: place.map((node): WorldEvent => ({ type: "reboot", node })) },
  {
    weight: 1,
    arbitrary: fc.record({
      type: fc.constant("replace" as const),
      node: place,
      declaration: fc.nat({ max: 5 }),
    }),
  },
);

/** The fleet is moved to a credential, in part or as a whole, and what came of it is written down, or not. */
const roll: fc.Arbitrary<readonly WorldEvent[]> = fc
  .record({ credential, boots: fc.boolean(), proves: fc.boolean() })
  .map(({ credential: each, boots, proves }) => [
    { type: "declare", credential: each },
    ...everyNode("patch"),
    ...(boots ? everyNode("reboot") : []),
    ...(proves ? everyNode("prove") : []),
  ]);

function everyNode(type: "patch" | "reboot" | "prove"): readonly WorldEvent[] {
  return Array.from({ length: WORLD_NODES_MAX }, (_, node): WorldEvent => ({ type, node }));
}

/** A → B → A: a node loads another credential in between, and the job dies before it writes that down. */
const detour: fc.Arbitrary<readonly WorldEvent[]> = place.map((node) => [
  { type: "prove", node },
  { type: "declare", credential: "b" },
  { type: "patch", node },
  { type: "reboot", node },
  { type: "revert", declaration: 0 },
]);

const harmlessRun = fc.oneof(
  { weight: 2, arbitrary: deploy },
  { weight: 3, arbitrary: fc.tuple(harmless) },
);
const anyRun = fc.oneof(
  { weight: 1, arbitrary: deploy },
  { weight: 1, arbitrary: detour },
  { weight: 3, arbitrary: roll },
  { weight: 6, arbitrary: fc.tuple(anyEvent) },
);

/** Worlds after some events, whatever they were. */
export const worlds: fc.Arbitrary<World> = fc
  .tuple(freshWorlds, fc.array(anyRun, { maxLength: 8 }))
  .map(([world, runs]) => runs.flat().reduce(happen, world));

/**
 * Worlds in which every node has loaded and configured what is declared: after any past, the fleet was
 * rolled onto the declared credential, and then only harmless things happened.
 */
export const settledWorlds: fc.Arbitrary<World> = fc
  .tuple(worlds, fc.array(harmlessRun, { maxLength: 5 }))
  .map(([world, runs]) => runs.flat().reduce(happen, rollOut(world)));

/** Patches and boots every node that needs it. */
function rollOut(world: World): World {
  const steps = world.nodes.flatMap((_, node): WorldEvent[] => [
    { type: "patch", node },
    { type: "reboot", node },
  ]);
  return steps.reduce(happen, world);
}

/** What is collected of a world: each part there or a gap. */
export function collections(fixed: Partial<Collected> = {}): fc.Arbitrary<Collected> {
  const names = Array.from({ length: WORLD_NODES_MAX }, (_, index) => [
    `worker-${index + 1}`,
    `control-plane-${index + 1}`,
  ]).flat();
  const mostly = fc.boolean().chain((coin) => (coin ? fc.constant(true) : fc.boolean()));
  return fc
    .record({
      boundProofs: fc.boolean(),
      talos: fc
        .array(fc.record({ config: mostly, times: mostly }), {
          minLength: names.length,
          maxLength: names.length,
        })
        .map((each) =>
          Object.fromEntries(
            names.map((name, index) => [name, each[index] ?? { config: true, times: true }]),
          ),
        ),
      declaredContent: mostly,
      history: fc.boolean(),
      handOffs: mostly,
      image: mostly,
    })
    .map((collected) => ({ ...collected, ...fixed }));
}
