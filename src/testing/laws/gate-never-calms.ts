import fc from "fast-check";
import type { GateDecision } from "../../engine/decision.ts";
import type { Profile } from "../../profile/profile.ts";
import { gateClusters, gateWorlds } from "../arbitraries/gate-worlds.ts";
import type { GateBounds, GateCluster, GateWorld } from "../world/gate-world.ts";
import {
  type GateFile,
  gateOfWorlds,
  observeGateWorld,
} from "../world/observe/observe-gate-world.ts";
import type { Judge } from "./judge.ts";
import type { Law, Tally } from "./law.ts";

const SECONDS_PER_DAY = 86_400;

type State = GateDecision["state"];

interface Watched<Bounds> {
  readonly world: GateWorld;
  /** Undefined: of policies that tell nobody theirs. */
  readonly bounds: Bounds;
  /** Seconds after the first marker's day at which it is looked at. */
  readonly looks: readonly number[];
  /** How the cluster stands at another look at the same instants. */
  readonly otherwise: GateCluster;
  readonly unread: readonly GateFile[];
}

/** Law 4, of a judge whose bounds may be set. */
export function gateNeverCalms<Bounds extends GateBounds | undefined>(
  judgeFor: (bounds: Bounds) => Judge,
  bounds: fc.Arbitrary<Bounds>,
): Law<Watched<Bounds>> {
  return {
    name: "a gate never calms down",
    statement:
      "for a marker that is not to come, a gate's state follows from its declaration, whole UTC days and the bounds alone, never grows calmer while only time passes, and is told or left open where files were not read",
    arbitrary: fc.record({
      world: gateWorlds,
      bounds,
      looks: fc.array(looks, { minLength: 2, maxLength: 4 }),
      otherwise: gateClusters,
      unread: fc.subarray<GateFile>(["kustomization", "componentFile"]),
    }),
    holds: (watched, tally) => {
      let before: State = "inactive";
      for (const seconds of instantsOf(watched)) {
        const state = lookOnce({ ...watched, judge: judgeFor(watched.bounds), seconds }, tally);
        // A day to come is none of the law's: it is wrong until it has come.
        if (isToCome(watched.world, seconds)) continue;
        const grown = calm.indexOf(state) - calm.indexOf(before);
        if (grown < 0) throw new Error(`${state} after ${before}, though only time passed`);
        if (grown > 0) tally.count("grew");
        before = state;
      }
    },
    floors: {
      "state: inactive": 0.1,
      "state: active": 0.2,
      "state: expiring": 0.1,
      "state: expired": 0.2,
      "state: invalid": 0.1,
      "left open": 0.2,
      grew: 0.3,
    },
  };
}

interface Look extends Watched<GateBounds | undefined> {
  readonly judge: Judge;
  readonly seconds: number;
}

/** The state at one instant, held to the truth, to another cluster and to less evidence. */
function lookOnce(look: Look, tally: Tally): State {
  const { world, bounds, otherwise, unread, judge, seconds } = look;
  const state = stateOf(judge, world, seconds);
  const expected = bounds && expectedState(world, bounds, seconds);
  tally.count(`state: ${state}`);
  if (expected !== undefined && state !== expected)
    throw new Error(`${state} at ${seconds}, and it is ${expected}`);
  const other = stateOf(judge, { ...world, cluster: otherwise }, seconds);
  if (other !== state) throw new Error(`${state}, and ${other} in another cluster`);
  const partial = stateOf(judge, world, seconds, unread);
  if (partial === state) return state;
  if (partial !== "indeterminate") throw new Error(`${state}, and ${partial} with less evidence`);
  tally.count("left open");
  return state;
}

/** Around the bounds, to the second, and anywhere else. */
const looks: fc.Arbitrary<number> = fc.oneof(
  fc
    .tuple(fc.constantFrom(0, 1, 3, 4, 7, 14, 30, 60), fc.constantFrom(-1, 0, 1))
    .map(([days, off]) => days * SECONDS_PER_DAY + off),
  fc.integer({ min: -3 * SECONDS_PER_DAY, max: 90 * SECONDS_PER_DAY }),
  fc.integer({ min: 0, max: 20 * SECONDS_PER_DAY }),
);

const calm: readonly State[] = ["inactive", "active", "expiring", "expired", "invalid"];

function instantsOf({
  world,
  looks: offsets,
}: Pick<Watched<unknown>, "world" | "looks">): readonly number[] {
  const day = world.markers.find((marker) => typeof marker === "number") ?? 20_000;
  return offsets.map((offset) => day * SECONDS_PER_DAY + offset).sort((a, b) => a - b);
}

function stateOf(
  judge: Judge,
  world: GateWorld,
  seconds: number,
  unread: readonly GateFile[] = [],
): State {
  const [gate] = judge(observeGateWorld(world, seconds, unread), profile).gates;
  if (gate === undefined) throw new Error("no gate was judged");
  return gate.state;
}

const profile: Profile = {
  apiVersion: "fleetwarrant.dev/v1alpha1",
  kind: "Profile",
  metadata: { name: "world" },
  spec: { gates: [gateOfWorlds] },
};

function isToCome({ markers }: GateWorld, seconds: number): boolean {
  const [marker] = markers;
  return markers.length === 1 && typeof marker === "number" && marker * SECONDS_PER_DAY > seconds;
}

/** The truth, worked out from days as numbers. */
function expectedState(world: GateWorld, bounds: GateBounds, seconds: number): State {
  if (!world.isListed || !world.setsOnDelete) return "inactive";
  const [marker] = world.markers;
  if (world.markers.length !== 1 || typeof marker !== "number") return "invalid";
  if (isToCome(world, seconds)) return "invalid";
  const age = Math.floor(seconds / SECONDS_PER_DAY) - marker;
  if (age >= bounds.failAgeDays) return "expired";
  return age >= bounds.warnAgeDays ? "expiring" : "active";
}
