import fc from "fast-check";
import type { ClusterEvent } from "../world/events/cluster-events.ts";
import type { MarkerEvent } from "../world/events/marker-events.ts";
import { WORLD_NODES_MAX } from "../world/events/node-events.ts";
import { TRANSACTION_PHASES, transaction } from "../world/events/transaction.ts";
import type { WorldEvent } from "../world/events/world-event.ts";
import type { World } from "../world/world.ts";
import type { EtcdHealth, Hold } from "../world/world-node.ts";
import {
  changingCredentialEvent,
  changingNodeEvent,
  clusterEvent,
  clusterUpdate,
  harmlessCredentialEvent,
  harmlessNodeEvent,
  login,
  markerEvent,
  ownershipEvent,
  place,
  pullEvent,
} from "./event-arbitraries.ts";

/** Events that follow each other as one thing. */
export type EventRun = readonly WorldEvent[];

const everyPlace: readonly number[] = Array.from({ length: WORLD_NODES_MAX }, (_, node) => node);
const bothCredentials = [0, 1] as const;

function onMarkers(type: "prove", nodes: readonly number[]): EventRun {
  return nodes.flatMap((node) =>
    bothCredentials.map(
      (credential): WorldEvent => ({
        family: "marker",
        event: { type, node, credential } satisfies MarkerEvent,
      }),
    ),
  );
}

function onNodes(type: "patch" | "reboot", nodes: readonly number[]): EventRun {
  return nodes.map(
    (node): WorldEvent => ({
      family: "node",
      event: type === "patch" ? { type, node, mode: "noReboot" } : { type, node },
    }),
  );
}

/** Whatever changes no login anywhere, where all are the declared ones: what must never cost a reboot. */
export const harmlessEvent: fc.Arbitrary<WorldEvent> = fc.oneof(
  { weight: 4, arbitrary: markerEvent.map((event): WorldEvent => ({ family: "marker", event })) },
  { weight: 5, arbitrary: clusterEvent.map((event): WorldEvent => ({ family: "cluster", event })) },
  {
    weight: 2,
    arbitrary: harmlessCredentialEvent.map(
      (event): WorldEvent => ({
        family: "credential",
        event,
      }),
    ),
  },
  {
    weight: 5,
    arbitrary: harmlessNodeEvent.map((event): WorldEvent => ({ family: "node", event })),
  },
  {
    weight: 1,
    arbitrary: ownershipEvent.map((event): WorldEvent => ({ family: "ownership", event })),
  },
  { weight: 2, arbitrary: pullEvent.map((event): WorldEvent => ({ family: "pull", event })) },
);

/** What keeps a plan from going on. */
export const troublingEvent: fc.Arbitrary<WorldEvent> = fc.oneof(
  fc
    .record({
      type: fc.constant("etcd" as const),
      node: place,
      health: fc.constantFrom<EtcdHealth[]>("learner", "errors", "alarm", "silent"),
    })
    .map((event): WorldEvent => ({ family: "node", event })),
  fc
    .record({ type: fc.constantFrom("notReady", "cordon"), node: place })
    .map((event): WorldEvent => ({ family: "node", event })),
  fc
    .constantFrom<ClusterEvent>({ type: "holdGate" }, { type: "newTemplate" })
    .map((event): WorldEvent => ({ family: "cluster", event })),
);

const changingEvent: fc.Arbitrary<WorldEvent> = fc.oneof(
  {
    weight: 4,
    arbitrary: changingCredentialEvent.map(
      (event): WorldEvent => ({
        family: "credential",
        event,
      }),
    ),
  },
  {
    weight: 1,
    arbitrary: changingNodeEvent.map((event): WorldEvent => ({ family: "node", event })),
  },
);

/** A whole deploy as the first incident had it: everything proven, handed on, and dropped again. */
const deploy: fc.Arbitrary<EventRun> = clusterUpdate.map((update) => [
  ...onMarkers("prove", everyPlace),
  { family: "cluster", event: { type: "wait" } },
  { family: "cluster", event: { type: "stage" } },
  { family: "cluster", event: update },
]);

/** The fleet is moved to a login, in part or as a whole, and what came of it is written down, or not. */
export const roll: fc.Arbitrary<EventRun> = fc
  .record({
    credential: fc.nat({ max: 1 }),
    login,
    reaches: fc.subarray([...everyPlace], { maxLength: 3 }),
    proves: fc.boolean(),
  })
  .map(({ credential, login: declared, reaches, proves }) => [
    { family: "credential", event: { type: "declare", credential, login: declared } },
    ...onNodes("patch", everyPlace),
    ...onNodes("reboot", reaches),
    ...(proves ? onMarkers("prove", everyPlace) : []),
  ]);

/** A → B → A: a node loads another login in between, and the job dies before it writes that down. */
const detour: fc.Arbitrary<EventRun> = fc
  .record({ node: place, credential: fc.nat({ max: 1 }), patchesBack: fc.boolean() })
  .map(({ node, credential, patchesBack }) => [
    ...onMarkers("prove", [node]),
    { family: "credential", event: { type: "declare", credential, login: "bot/b" } },
    ...onNodes("patch", [node]),
    ...onNodes("reboot", [node]),
    { family: "credential", event: { type: "revert", credential, declaration: 0 } },
    ...(patchesBack ? onNodes("patch", [node]) : []),
  ]);

/** A transaction on one node that dies before some phase; one in three leaves its owner behind. */
const killedTransaction: fc.Arbitrary<EventRun> = fc
  .record({
    node: place,
    endsBefore: fc.nat({ max: TRANSACTION_PHASES.length }),
    isReleased: fc.nat({ max: 2 }).map((draw) => draw > 0),
  })
  .map(({ node, endsBefore, isReleased }) => [
    ...transaction(node, "4384f07cc5a864b0-gh7.1-42-k", endsBefore),
    ...(isReleased ? [{ family: "ownership", event: { type: "release", node } } as const] : []),
  ]);

/** What a dead transaction left on a node, in every shape it may have. */
const leftBehind: fc.Arbitrary<EventRun> = fc
  .record({
    node: place,
    hold: fc.record<Hold>({
      owner: fc.constantFrom(undefined, "4384f07cc5a864b0-gh7.1-42-k", "bootstrap-4384f07cc5a8-1"),
      phase: fc.constantFrom(undefined, "claimed", "mutating"),
      recovery: fc.constantFrom(undefined, undefined, "{", '{"v":1,"phase":"rollback-safe"}'),
    }),
  })
  .map(({ node, hold }) => [{ family: "ownership", event: { type: "hold", node, hold } }]);

export const harmlessRun: fc.Arbitrary<EventRun> = fc.oneof(
  { weight: 4, arbitrary: deploy },
  { weight: 8, arbitrary: fc.tuple(harmlessEvent) },
  { weight: 1, arbitrary: killedTransaction },
);

export const anyRun: fc.Arbitrary<EventRun> = fc.oneof(
  { weight: 2, arbitrary: deploy },
  { weight: 2, arbitrary: detour },
  { weight: 5, arbitrary: roll },
  { weight: 8, arbitrary: fc.tuple(harmlessEvent) },
  { weight: 4, arbitrary: fc.tuple(changingEvent) },
  { weight: 2, arbitrary: killedTransaction },
);

/** Last of all, seldom: a fleet that is held is refused whatever else is true of it. */
export const lastRun: fc.Arbitrary<EventRun> = fc.oneof(
  { weight: 9, arbitrary: fc.constant([]) },
  { weight: 1, arbitrary: leftBehind },
);

/** Patches and boots every node. */
export function rollOut({ nodes }: World): EventRun {
  return [...nodes.keys()].flatMap((node) => [
    ...onNodes("patch", [node]),
    ...onNodes("reboot", [node]),
  ]);
}
