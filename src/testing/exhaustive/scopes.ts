import type { Seen } from "../laws/judge.ts";
import type { LawKey } from "../laws/law-of.ts";
import { happen } from "../world/events/happen.ts";
import { type Collected, collectedWhole, type Named } from "../world/observe/collected.ts";
import type { World } from "../world/world.ts";
import { sequences } from "./combine.ts";
import { EVENTS } from "./events.ts";
import { type Course, type Life, livesOf } from "./lives.ts";
import { type Machine, newWorld } from "./new-world.ts";
import {
  BOOTS,
  CREDENTIAL_STORIES,
  DROPS,
  HAND_OFFS,
  HOLDS,
  NOTHING,
  PATCHES,
  PROOFS,
  PULLS,
  READINESS,
  WRITES,
} from "./stages.ts";

/** A set of states that is gone through from end to end. */
export interface Scope {
  readonly name: string;
  /** What is in it, for people. */
  readonly bounds: string;
  readonly laws: readonly LawKey[];
  readonly states: () => Iterable<Seen>;
}

const VERSIONS = ["v1.13.8", "v1.14.0"];
const workers = VERSIONS.map((talosVersion): Machine => ({ role: "worker", talosVersion }));
const eitherRole = (["worker", "control-plane"] as const).map(
  (role): Machine => ({ role, talosVersion: "v1.13.8" }),
);

/** Profiles that differ in what decisions get to know. */
const PROFILES: readonly Named[] = [
  { binds: "nothing", talos: false, history: false, etcd: false, rendered: false },
  { binds: "nothing", talos: true, history: true, etcd: false, rendered: false },
  { binds: "boot", talos: false, history: true, etcd: false, rendered: false },
  { binds: "boot", talos: true, history: false, etcd: false, rendered: false },
  { binds: "run", talos: true, history: true, etcd: true, rendered: true },
];
/** Those that can be held to a changed credential. */
const ACCOUNTABLE = PROFILES.slice(1);
const RICHEST = PROFILES.slice(3);

const wholeLife: Life = {
  first: PROOFS,
  middle: [PATCHES, BOOTS, WRITES],
  last: [PULLS, READINESS, HOLDS],
};
const evidentLife: Life = {
  first: PROOFS,
  middle: [PATCHES.slice(0, 2), BOOTS, PROOFS],
  last: [PULLS.slice(0, 2)],
};
const shortLife: Life = {
  first: NOTHING,
  middle: [PATCHES.slice(0, 2), BOOTS, PROOFS],
  last: [READINESS],
};

const anyCourse: Course = { stories: CREDENTIAL_STORIES, handOffs: HAND_OFFS, drops: DROPS };
/** Another login is declared; proofs are handed on and dropped, or neither. */
const anUpdate: Course = {
  stories: CREDENTIAL_STORIES.slice(2, 3),
  handOffs: HAND_OFFS,
  drops: DROPS.slice(0, 2),
};

const unchanged: LawKey = "unchangedCredentialRebootsNothing";
const changed: LawKey = "changedCredentialIsNeverWavedThrough";

/** All scopes; `depth` is how many events a row may have. */
export function scopesOf(depth: number): readonly Scope[] {
  const first = `${VERSIONS.length} Talos versions`;
  return [
    {
      name: "one node",
      bounds: `every life of one node, ${first}, ${PROFILES.length} profiles`,
      laws: [unchanged],
      states: () =>
        seenWholly(livesOf(1, { machines: workers, life: wholeLife, course: anyCourse }), PROFILES),
    },
    {
      name: "one node, accountable",
      bounds: `the same, ${ACCOUNTABLE.length} profiles that tell what a claim is worth`,
      laws: [changed],
      states: () =>
        seenWholly(
          livesOf(1, { machines: workers, life: wholeLife, course: anyCourse }),
          ACCOUNTABLE,
        ),
    },
    {
      name: "less evidence",
      bounds: `shorter lives of one node, ${first}, ${PROFILES.length} profiles, each part of the evidence missing`,
      laws: ["hidingWarrantsNothing"],
      states: () =>
        seenInPart(
          livesOf(1, { machines: workers, life: evidentLife, course: anyCourse }),
          PROFILES,
        ),
    },
    ...[2, 3].map(
      (count): Scope => ({
        name: `${count} nodes`,
        bounds: `every mix of short lives of ${count} nodes, both roles, ${RICHEST.length} profiles`,
        laws: [unchanged, changed, "warrantStandsAtOnce"],
        states: () =>
          seenWholly(
            livesOf(count, { machines: eitherRole, life: shortLife, course: anUpdate }),
            RICHEST,
          ),
      }),
    ),
    {
      name: "rows of events",
      bounds: `every row of up to ${depth} of ${EVENTS.length} events on one node, ${first}, ${RICHEST.length} profiles`,
      laws: [unchanged, changed],
      states: () => seenWholly(afterRows(depth), RICHEST),
    },
  ];
}

function* seenWholly(worlds: Iterable<World>, profiles: readonly Named[]): Generator<Seen> {
  for (const world of worlds)
    for (const named of profiles) yield { world, collected: collectedWhole(named, world.nodes) };
}

function* seenInPart(worlds: Iterable<World>, profiles: readonly Named[]): Generator<Seen> {
  for (const { world, collected } of seenWholly(worlds, profiles))
    for (const gap of GAPS) yield { world, collected: gap(collected) };
}

/** One part each that was not read. */
const GAPS: readonly ((whole: Collected) => Collected)[] = [
  (whole) => ({ ...whole, talos: {} }),
  (whole) => ({ ...whole, declaredContent: false }),
  (whole) => ({ ...whole, history: false }),
  (whole) => ({ ...whole, handOffs: false }),
  (whole) => ({ ...whole, probes: false }),
  (whole) => ({ ...whole, image: false }),
  (whole) => ({ ...whole, rendered: false }),
  (whole) => ({ ...whole, ownershipObjects: false }),
];

function* afterRows(depth: number): Generator<World> {
  for (const machine of workers)
    for (const events of sequences(EVENTS, depth)) yield events.reduce(happen, newWorld([machine]));
}
