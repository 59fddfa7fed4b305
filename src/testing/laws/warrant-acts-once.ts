import fc from "fast-check";
import type { Phase } from "../../engine/plan/phases.ts";
import type { PolicySet } from "../../engine/policy.ts";
import type { Snapshot } from "../../snapshot/snapshot.ts";
import { checkWarrant } from "../../warrant/check-warrant.ts";
import { planWarrants } from "../../warrant/plan-warrants.ts";
import type { Warrant } from "../../warrant/warrant.ts";
import { collections } from "../arbitraries/collections.ts";
import { anyRun, type EventRun } from "../arbitraries/event-runs.ts";
import { changedWorlds, worlds } from "../arbitraries/worlds.ts";
import { type ClusterNames, defaultNames } from "../world/cluster-names.ts";
import { declaredLogins } from "../world/declared-logins.ts";
import { happen } from "../world/events/happen.ts";
import type { WorldEvent } from "../world/events/world-event.ts";
import { hasCurrentProof } from "../world/has-current-proof.ts";
import type { Collected } from "../world/observe/collected.ts";
import { observeWorld } from "../world/observe/observe-world.ts";
import { profileOfWorld } from "../world/observe/profile-of-worlds.ts";
import type { World } from "../world/world.ts";
import type { Logins, WorldNode } from "../world/world-node.ts";
import { accountable } from "./accountable.ts";
import { eventsOfPhase, LAW_HOLDER } from "./events-of-phase.ts";
import type { Law, Tally } from "./law.ts";
import { sceneOf } from "./scene.ts";

interface Carried {
  readonly world: World;
  readonly collected: Collected;
  /** Which of the warrants is carried out. */
  readonly pick: number;
  /** What others do before each look at the cluster, mostly nothing. */
  readonly between: readonly (EventRun | OnNode | undefined)[];
}

const LOOKS = 14;

/** The node boots by itself, somebody renders its config, or both in turn: what a transaction may be taken for. */
type OnNode = readonly ("reboot" | "patch")[];

const onNode: fc.Arbitrary<OnNode> = fc.constantFrom<OnNode[]>(
  ["reboot"],
  ["patch"],
  ["reboot", "patch"],
  ["patch", "reboot"],
);

const nothing = fc.constant(undefined);
const between = fc.array(
  fc.oneof(
    { weight: 10, arbitrary: nothing },
    { weight: 1, arbitrary: anyRun },
    { weight: 2, arbitrary: onNode },
  ),
  { minLength: LOOKS, maxLength: LOOKS },
);

function eventsOf(meanwhile: EventRun | OnNode | undefined, node: number): EventRun {
  return (meanwhile ?? []).map((event): WorldEvent => {
    if (typeof event !== "string") return event;
    return event === "reboot"
      ? { family: "node", event: { type: "reboot", node } }
      : { family: "node", event: { type: "patch", node, mode: "noReboot" } };
  });
}

/** Whoever does what each check says, whatever happens in between, does what the two laws of the decision ask for. */
export function warrantActsOnce(
  policies: PolicySet,
  names: ClusterNames = defaultNames,
): Law<Carried> {
  return {
    name: "a warrant acts once, and on nothing else",
    statement:
      "carried out phase by phase while others do what they like, a warrant reboots a node at most once, never one whose runtime works with what is declared and configured, and no proof is written where it does not",
    arbitrary: fc.record({
      world: fc.oneof(
        { weight: 3, arbitrary: changedWorlds(names) },
        { weight: 1, arbitrary: worlds(names) },
      ),
      collected: collections(accountable(names)),
      pick: fc.nat({ max: 4 }),
      between,
    }),
    sceneOf,
    holds: (input, tally) => {
      const { world, collected, pick } = input;
      const profile = profileOfWorld(world, collected.named);
      const options = { holder: LAW_HOLDER, validMinutes: 1440 };
      const { warrants } = planWarrants(
        policies,
        withoutPods(observeWorld(world, collected)),
        profile,
        options,
      );
      const warrant = warrants[pick % Math.max(1, warrants.length)];
      if (warrant === undefined) return;
      tally.count("a warrant");
      if (warrant.action.obligations.includes("reboot")) tally.count("a warrant to reboot");
      const issuedOn = world.nodes.find(({ name }) => name === warrant.node.name);
      if (issuedOn === undefined) throw new Error("a warrant is for a node that is there");
      carryOut({ warrant, issuedOn }, input, { tally, policies });
    },
    floors: { "a warrant": 0.2, "a warrant to reboot": 0.05, "stands: reboot": 0.015, done: 0.02 },
  };
}

/** A warrant, and what its node was in truth when it was issued. */
interface Issued {
  readonly warrant: Warrant;
  readonly issuedOn: WorldNode;
}

interface Course {
  readonly tally: Tally;
  readonly policies: PolicySet;
}

/** Where a transaction stands: the world, and how often its node was rebooted. */
interface Standing {
  readonly now: World;
  readonly reboots: number;
}

function carryOut(
  issued: Issued,
  { world, collected, between: runs }: Carried,
  course: Course,
): void {
  let standing: Standing | undefined = { now: world, reboots: 0 };
  for (const run of runs) {
    if (standing === undefined) return;
    const place = standing.now.nodes.findIndex(({ name }) => name === issued.warrant.node.name);
    const now: World = eventsOf(run, place).reduce(happen, standing.now);
    standing = step(issued, { ...standing, now }, collected, course);
  }
}

/** Looks, and does what the check says; undefined once nothing is to be done any more. */
function step(
  issued: Issued,
  standing: Standing,
  collected: Collected,
  { tally, policies }: Course,
): Standing | undefined {
  const { now } = standing;
  const { warrant } = issued;
  const node = now.nodes.find(({ name }) => name === warrant.node.name);
  const profile = profileOfWorld(now, collected.named);
  const fresh = withoutPods(observeWorld(now, collected));
  const check = checkWarrant(warrant, fresh, policies, profile);
  tally.count(check.outcome === "stands" ? `stands: ${check.phase}` : check.outcome);
  if (check.outcome === "paused") return standing;
  if (check.outcome !== "stands" || node === undefined) return undefined;
  const reboots = standing.reboots + (check.phase === "reboot" ? 1 : 0);
  if (reboots > 1) throw new Error(`${node.name} would be rebooted a second time`);
  checkTruth(check.phase, now, node, issued);
  return {
    now: eventsOfPhase(check.phase, now, node, warrant).reduce(happen, now),
    reboots,
  };
}

/** Pods were listed, and none is there that could be evicted: worlds know of none. */
function withoutPods(snapshot: Snapshot): Snapshot {
  return { ...snapshot, coverage: [...snapshot.coverage, { kind: "v1/Pod", complete: true }] };
}

function checkTruth(
  phase: Phase,
  world: World,
  node: WorldNode,
  { issuedOn, warrant }: Issued,
): void {
  const declared = declaredLogins(world);
  const isForCredential = warrant.action.rules.every((rule) =>
    rule.startsWith("registry-credential/"),
  );
  const isLoaded = holdsAll(node.loaded, declared);
  if (phase === "reboot" && isLoaded && isForCredential && !isMisled(issuedOn, declared))
    throw new Error(
      `${node.name} would be rebooted though its runtime works with what is declared`,
    );
  const isProved = world.credentials.every((each) => hasCurrentProof(node, each));
  if (phase === "reassert" && !isLoaded && !isProved)
    throw new Error(`${node.name} would get a proof of what its runtime does not work with`);
}

/**
 * Where another login is configured than is loaded, the config alone says that another is loaded (E5): the table lets
 * that cost a reboot.
 */
function isMisled({ loaded, active }: WorldNode, declared: Logins): boolean {
  return holdsAll(loaded, declared) && !holdsAll(active.logins, declared);
}

function holdsAll(logins: Logins, declared: Logins): boolean {
  return Object.entries(declared).every(([name, login]) => logins[name] === login);
}
