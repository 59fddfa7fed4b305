import type { EventRun } from "../arbitraries/event-runs.ts";
import type { MarkerEvent } from "../world/events/marker-events.ts";
import type { NodeEvent } from "../world/events/node-events.ts";
import type { PullEvent } from "../world/events/pull-events.ts";
import type { WorldEvent } from "../world/events/world-event.ts";

/** What may have happened to one node at one point of its life: one of these. */
export type NodeStage = readonly ((node: number) => EventRun)[];
/** The same of all that is there but once. */
export type SharedStage = readonly EventRun[];

const nothing = (): EventRun => [];
/** A stage at which nothing happens. */
export const NOTHING: NodeStage = [nothing];
const node = (event: NodeEvent): EventRun => [{ family: "node", event }];
const marker = (event: MarkerEvent): EventRun => [{ family: "marker", event }];
const pull = (event: PullEvent): EventRun => [{ family: "pull", event }];
const credential = 0;
const wait: WorldEvent = { family: "cluster", event: { type: "wait" } };

function declare(login: string): EventRun {
  return [{ family: "credential", event: { type: "declare", credential, login } }];
}
const revert: EventRun = [
  { family: "credential", event: { type: "revert", credential, declaration: 0 } },
];

/** What became of the credential: as it was, new bytes, another login, back again, and the old one revoked. */
export const CREDENTIAL_STORIES: SharedStage = [
  [],
  [{ family: "credential", event: { type: "encryptAnew", credential } }],
  declare("bot/b"),
  [...declare("bot/b"), ...revert],
  [
    ...declare("bot/b"),
    { family: "credential", event: { type: "revoke", credential, declaration: 0 } },
  ],
];

export const PROOFS: NodeStage = [
  nothing,
  (place) => marker({ type: "prove", node: place, credential }),
];

export const PATCHES: NodeStage = [
  nothing,
  (place) => node({ type: "patch", node: place, mode: "noReboot" }),
  (place) => node({ type: "patch", node: place, mode: "staged" }),
  (place) => node({ type: "patch", node: place, mode: "try" }),
];

export const BOOTS: NodeStage = [nothing, (place) => node({ type: "reboot", node: place })];

/** A proof, or what somebody wrote in its place. */
export const WRITES: NodeStage = [
  ...PROOFS,
  (place) => marker({ type: "foreignWrite", node: place, credential, writes: "nonsense" }),
  (place) => marker({ type: "foreignWrite", node: place, credential, writes: "anotherRevision" }),
];

export const HAND_OFFS: SharedStage = [[], [{ family: "cluster", event: { type: "stage" } }]];

const drop: WorldEvent = {
  family: "cluster",
  event: { type: "clusterUpdate", writesConfig: true, keepsMarkers: false, reaches: "all" },
};

/** Every marker is dropped, just now or so long ago that Talos has taken it off the Nodes. */
export const DROPS: SharedStage = [[], [drop], [drop, wait]];

export const PULLS: NodeStage = [
  nothing,
  (place) => pull(pulled(place, "kubelet")),
  (place) => pull(pulled(place, "talos")),
];

function pulled(place: number, through: PullEvent["through"]): PullEvent {
  return { type: "pull", node: place, credential, through, isUncached: true, isBroken: false };
}

export const READINESS: NodeStage = [nothing, (place) => node({ type: "notReady", node: place })];

/** Free, or still held by a job that died. */
export const HOLDS: NodeStage = [
  nothing,
  (place) => [
    {
      family: "ownership",
      event: {
        type: "hold",
        node: place,
        hold: { owner: "4384f07cc5a864b0-gh7.1-42-k", phase: "claimed", recovery: undefined },
      },
    },
  ],
];
