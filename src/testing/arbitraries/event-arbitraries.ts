import fc from "fast-check";
import type { ClusterEvent } from "../world/events/cluster-events.ts";
import type { CredentialEvent } from "../world/events/credential-events.ts";
import type { MarkerEvent } from "../world/events/marker-events.ts";
import { type NodeEvent, WORLD_NODES_MAX } from "../world/events/node-events.ts";
import type { OwnershipEvent } from "../world/events/ownership-events.ts";
import type { PullEvent } from "../world/events/pull-events.ts";
import { TALOS_VERSIONS } from "../world/talos-versions.ts";
import { type EtcdHealth, SETTING_NAMES } from "../world/world-node.ts";

// One arbitrary for each family of events, and for what it may contain.

export const place: fc.Arbitrary<number> = fc.nat({ max: WORLD_NODES_MAX - 1 });
const credential = fc.nat({ max: 1 });
const declaration = fc.nat({ max: 4 });

/** `bot2/a` is `bot/a` under another user name. */
export const login: fc.Arbitrary<string> = fc.constantFrom(
  "bot/a",
  "bot/b",
  "bot/b",
  "bot2/a",
  "bot2/a",
);

/** Stands for the declaration in force wherever a place among declarations is asked for. */
const IN_FORCE = -1;

/** Whatever becomes of ciphertext, Secret and image: the declared login stays. */
export const harmlessCredentialEvent: fc.Arbitrary<CredentialEvent> = fc.oneof(
  fc.record({ type: fc.constant("encryptAnew" as const), credential }),
  fc.record({ type: fc.constant("reformatSecret" as const), credential }),
  fc.record({ type: fc.constant("rewriteSecret" as const), credential, declaration }),
  fc.record({ type: fc.constant("revoke" as const), credential, declaration }),
  fc.record({
    type: fc.constant("releaseImage" as const),
    credential,
    version: fc.nat({ max: 2 }),
  }),
);

/** Another login comes into force, or an earlier one again. */
export const changingCredentialEvent: fc.Arbitrary<CredentialEvent> = fc.oneof(
  fc.record({ type: fc.constant("declare" as const), credential, login }),
  fc.record({ type: fc.constant("revert" as const), credential, declaration }),
);

export const clusterUpdate: fc.Arbitrary<ClusterEvent> = fc.record({
  type: fc.constant("clusterUpdate" as const),
  writesConfig: fc.boolean(),
  keepsMarkers: fc.boolean(),
  reaches: fc.constantFrom("all", "notAutoscaled"),
});

export const clusterEvent: fc.Arbitrary<ClusterEvent> = fc.oneof(
  { weight: 3, arbitrary: clusterUpdate },
  { weight: 3, arbitrary: fc.constant<ClusterEvent>({ type: "stage" }) },
  { weight: 2, arbitrary: fc.constant<ClusterEvent>({ type: "wait" }) },
  {
    weight: 1,
    arbitrary: fc.record({
      type: fc.constant("render" as const),
      setting: fc.constantFrom(...SETTING_NAMES),
      value: fc.constantFrom("0", "1"),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.constantFrom<ClusterEvent>(
      { type: "holdGate" },
      { type: "releaseGate" },
      { type: "newTemplate" },
    ),
  },
);

const taint = fc.constantFrom(
  "maintenance.example/soon",
  "DeletionCandidateOfClusterAutoscaler",
  "ToBeDeletedByClusterAutoscaler",
);

/** Whatever becomes of a node that leaves its logins as they are, given that all of them are the declared ones. */
export const harmlessNodeEvent: fc.Arbitrary<NodeEvent> = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({
      type: fc.constant("patch" as const),
      node: place,
      mode: fc.constantFrom("noReboot", "noReboot", "staged", "try"),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      type: fc.constantFrom("reboot", "restartRuntime", "notReady", "ready"),
      node: place,
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      type: fc.constantFrom("cordon", "uncordon", "leave", "keep"),
      node: place,
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      type: fc.constantFrom("taint", "untaint"),
      node: place,
      key: taint,
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      type: fc.constant("upgradeTalos" as const),
      node: place,
      version: fc.constantFrom(...TALOS_VERSIONS),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      type: fc.constant("etcd" as const),
      node: place,
      health: fc.constantFrom<EtcdHealth[]>("healthy", "learner", "errors", "alarm", "silent"),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.constantFrom(true, false).chain((joins) =>
      joins
        ? fc.constant<NodeEvent>({ type: "join", node: 0, declaration: IN_FORCE })
        : fc.record({
            type: fc.constant("replace" as const),
            node: place,
            declaration: fc.constant(IN_FORCE),
            keepsConfig: fc.boolean(),
          }),
    ),
  },
);

/** Machines set up with what an earlier declaration held. */
export const changingNodeEvent: fc.Arbitrary<NodeEvent> = fc.oneof(
  fc.record({
    type: fc.constant("replace" as const),
    node: place,
    declaration,
    keepsConfig: fc.boolean(),
  }),
  fc.record({ type: fc.constant("join" as const), node: place, declaration }),
);

/** What happens to claims, `prove` most often: without any there is nothing to lose. */
export const markerEvent: fc.Arbitrary<MarkerEvent> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({ type: fc.constant("prove" as const), node: place, credential }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      type: fc.constant("foreignWrite" as const),
      node: place,
      credential,
      writes: fc.constantFrom("nonsense", "anotherRevision"),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ type: fc.constant("foreignDelete" as const), node: place, credential }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      type: fc.constant("applyFails" as const),
      node: place,
      credential,
      isFailing: fc.boolean(),
    }),
  },
);

export const ownershipEvent: fc.Arbitrary<OwnershipEvent> = fc.oneof(
  fc.record({ type: fc.constant("release" as const), node: place }),
  fc.constantFrom<OwnershipEvent>(
    { type: "takeLease", holder: "4384f07cc5a864b0-gh1.1-1-x" },
    { type: "dropLease" },
    { type: "fence", owner: "4384f07cc5a864b0-gh1.1-1-x" },
    { type: "unfence" },
  ),
);

export const pullEvent: fc.Arbitrary<PullEvent> = fc.record({
  type: fc.constant("pull" as const),
  node: place,
  credential,
  through: fc.constantFrom("kubelet", "kubelet", "talos", "registry"),
  isUncached: fc.boolean(),
  isBroken: fc.nat({ max: 5 }).map((draw) => draw === 0),
});
