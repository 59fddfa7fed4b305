import fc from "fast-check";
import { FLEET_NODES_MAX, type FleetEvent, fleetHappens } from "../world/events/fleet-events.ts";
import type { FleetWorld } from "../world/fleet-world.ts";
import { type CollectedFleet, wholeFleet } from "../world/observe/observe-fleet-world.ts";

const templates = fc.constantFrom("a", "b", "c");
const places = fc.nat({ max: FLEET_NODES_MAX - 1 });
const role = fc.constantFrom("worker", "control-plane");

const moves: fc.Arbitrary<FleetEvent> = fc.record({
  type: fc.constant("template"),
  template: templates,
  // Mostly the controller is as quick as whoever looks.
  isObserved: fc.nat({ max: 9 }).map((draw) => draw > 0),
});

/** What whoever steps a fleet does, most of it well. */
const steps: fc.Arbitrary<FleetEvent> = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({
      type: fc.constant("step"),
      node: places,
      record: fc.constantFrom("verified", "verified", "verified", "unjudged", "lost", "failed"),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      type: fc.constant("check"),
      node: places,
      result: fc.constantFrom("verified", "verified", "verified", "failed"),
    }),
  },
);

/** What happens to machines and pods by itself. */
const mishaps: fc.Arbitrary<FleetEvent> = fc.oneof(
  fc.record({ type: fc.constant("reboot"), node: places }),
  fc.record({ type: fc.constant("join"), role, isAutoscaled: fc.boolean() }),
  fc.record({ type: fc.constantFrom("leave", "gone"), node: places }),
  fc.record({
    type: fc.constant("pod"),
    node: places,
    is: fc.constantFrom("ready", "notReady", "terminating", "away"),
  }),
  fc.record({
    type: fc.constant("node"),
    node: places,
    is: fc.constantFrom("ready", "notReady", "held", "free"),
  }),
  fc.record({ type: fc.constant("gate"), gate: fc.constantFrom("declared", "dropped") }),
  fc.record({ type: fc.constantFrom("settle", "settle", "recreate") }),
);

/** Anything that others do to a fleet. */
export const fleetEvents: fc.Arbitrary<FleetEvent> = fc.oneof(
  { weight: 2, arbitrary: moves },
  { weight: 3, arbitrary: steps },
  { weight: 4, arbitrary: mishaps },
);

const everyNodeUp: readonly FleetEvent[] = Array.from(
  { length: FLEET_NODES_MAX },
  (_, node) => node,
).flatMap((node): readonly FleetEvent[] => [
  { type: "node", node, is: "ready" },
  { type: "node", node, is: "free" },
  { type: "pod", node, is: "ready" },
]);

/** Mostly the last trouble is over when somebody looks: else every plan would be held. */
const recovery: fc.Arbitrary<readonly FleetEvent[]> = fc.constantFrom(
  [{ type: "settle" }, ...everyNodeUp, { type: "gate", gate: "declared" }],
  [],
);

const fresh: fc.Arbitrary<FleetWorld> = fc
  .record({
    strategy: fc.nat({ max: 11 }).map((draw) => (draw === 0 ? "RollingUpdate" : "OnDelete")),
    gate: fc.constantFrom("none", "declared"),
    recordsTellPod: fc.boolean(),
    nodes: fc.array(fc.record({ role, isAutoscaled: fc.boolean() }), {
      minLength: 1,
      maxLength: FLEET_NODES_MAX,
    }),
  })
  .map(({ nodes, strategy, ...each }) => {
    const empty: FleetWorld = {
      ...each,
      strategy,
      nowSeconds: 1_792_000_000,
      daemonSet: 0,
      templates: ["a"],
      generation: 7,
      isObserved: true,
      podsMade: 0,
      nodes: [],
      records: [],
    };
    return nodes.map((node): FleetEvent => ({ type: "join", ...node })).reduce(fleetHappens, empty);
  });

/** Fleets after a past of moves, steps and mishaps: mostly with nodes behind. */
export const fleetWorlds: fc.Arbitrary<FleetWorld> = fc
  .tuple(
    fresh,
    fc.array(fleetEvents, { maxLength: 6 }),
    fc.option(moves, { freq: 3 }),
    fc.array(fc.oneof(steps, fleetEvents), { maxLength: 3 }),
    recovery,
  )
  .map(([world, past, move, since, last]) =>
    [...past, ...(move === null ? [] : [move]), ...since, ...last].reduce(fleetHappens, world),
  );

const mostly: fc.Arbitrary<boolean> = fc.nat({ max: 5 }).map((draw) => draw > 0);
/** Most lists are whole; of the others some items were not read. */
const unlisted: fc.Arbitrary<readonly number[]> = fc
  .tuple(mostly, fc.uniqueArray(places, { minLength: 1, maxLength: 3 }))
  .map(([isWhole, some]) => (isWhole ? [] : some));

export const fleetCollections: fc.Arbitrary<CollectedFleet> = fc.oneof(
  { weight: 1, arbitrary: fc.constant(wholeFleet) },
  {
    weight: 4,
    arbitrary: fc.record({
      daemonSet: mostly,
      revisions: mostly,
      records: mostly,
      git: mostly,
      unlistedNodes: unlisted,
      unlistedPods: unlisted,
    }),
  },
);
