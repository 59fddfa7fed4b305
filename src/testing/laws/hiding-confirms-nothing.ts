import fc from "fast-check";
import type { PolicySet } from "../../engine/policy.ts";
import { checkWarrant, type WarrantCheck } from "../../warrant/check-warrant.ts";
import { planWarrants } from "../../warrant/plan-warrants.ts";
import type { NextPhase } from "../../warrant/progress.ts";
import { collections, namings } from "../arbitraries/collections.ts";
import { anyRun, type EventRun } from "../arbitraries/event-runs.ts";
import { changedWorlds, worlds } from "../arbitraries/worlds.ts";
import { type ClusterNames, defaultNames } from "../world/cluster-names.ts";
import { happen } from "../world/events/happen.ts";
import { TRANSACTION_PHASES, transaction } from "../world/events/transaction.ts";
import { type Collected, collectedWhole } from "../world/observe/collected.ts";
import { observeWorld } from "../world/observe/observe-world.ts";
import { profileOfWorld } from "../world/observe/profile-of-worlds.ts";
import type { World } from "../world/world.ts";
import { LAW_HOLDER } from "./events-of-phase.ts";
import type { Law } from "./law.ts";
import { sceneOf } from "./scene.ts";

interface Checked {
  readonly world: World;
  /** What is seen at the check; at the issue all was. */
  readonly collected: Collected;
  readonly pick: number;
  /** How many phases the transaction got through. */
  readonly phases: number;
  readonly meanwhile: EventRun | undefined;
}

/** Less evidence never lets a warrant stand where more does not, nor further on. */
export function hidingConfirmsNothing(
  policies: PolicySet,
  names: ClusterNames = defaultNames,
): Law<Checked> {
  return {
    name: "hiding confirms nothing",
    statement:
      "a warrant that is checked with parts of the evidence hidden stands only if it does with all of it, and in no later phase; a pull alone may be made again",
    arbitrary: fc.record({
      world: fc.oneof(changedWorlds(names), worlds(names)),
      collected: collections(namings(names)),
      pick: fc.nat({ max: 4 }),
      phases: fc.nat({ max: TRANSACTION_PHASES.length }),
      meanwhile: fc.option(anyRun, { freq: 3, nil: undefined }),
    }),
    sceneOf,
    holds: ({ world, collected, pick, phases, meanwhile }, tally) => {
      const whole = (seen: World) =>
        observeWorld(seen, collectedWhole(collected.named, seen.nodes));
      const profile = profileOfWorld(world, collected.named);
      const options = { holder: LAW_HOLDER, validMinutes: 1440 };
      const { warrants } = planWarrants(policies, whole(world), profile, options);
      const warrant = warrants[pick % Math.max(1, warrants.length)];
      if (warrant === undefined) return;
      const place = world.nodes.findIndex(({ name }) => name === warrant.node.name);
      const events = [...transaction(place, LAW_HOLDER, phases), ...(meanwhile ?? [])];
      const now = events.reduce(happen, world);
      const full = checkWarrant(warrant, whole(now), policies, profile);
      const partial = checkWarrant(warrant, observeWorld(now, collected), policies, profile);
      tally.count(`${full.outcome} → ${partial.outcome}`);
      if (partial.outcome === "void" && full.outcome !== "void")
        throw new Error(`${textOf(full)} with all evidence, ${textOf(partial)} with less`);
      const phase = phaseOf(partial);
      if (phase !== undefined && !mayStand(phase, full))
        throw new Error(`${textOf(full)} with all evidence, ${textOf(partial)} with less`);
    },
    floors: {
      "stands → stands": 0.03,
      "stands → unconfirmed": 0.05,
      "void → void": 0.05,
      "void → unconfirmed": 0.005,
    },
  };
}

/** What a check lets somebody do, now or once a guard is met. */
function phaseOf(check: WarrantCheck): NextPhase | undefined {
  if (check.outcome === "done") return "done";
  return check.outcome === "stands" || check.outcome === "paused" ? check.phase : undefined;
}

/**
 * Whether less evidence may let a phase be carried out. A pull whose result is hidden is made again, which is why it
 * may stand where it was refused before, or where what comes after it is not confirmed.
 */
function mayStand(phase: NextPhase, full: WarrantCheck): boolean {
  const reached = phaseOf(full);
  if (reached !== undefined) return order.indexOf(phase) <= order.indexOf(reached);
  const isOfPulls =
    full.outcome !== "void" || full.moved.every(({ fact }) => fact.endsWith(".pull"));
  return isOfPulls && phase === "verify";
}

const order: readonly NextPhase[] = [
  "claim",
  "patch",
  "drain",
  "reboot",
  "ready",
  "restart",
  "verify",
  "reassert",
  "done",
];

function textOf(check: WarrantCheck): string {
  return `${check.outcome}: ${phaseOf(check) ?? JSON.stringify(check)}`;
}
