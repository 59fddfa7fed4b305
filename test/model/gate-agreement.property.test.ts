import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { GateDecision } from "../../src/engine/decision.ts";
import type { Profile } from "../../src/profile/profile.ts";
import { gateBounds, gateWorlds } from "../../src/testing/arbitraries/gate-worlds.ts";
import { type Census, createCensus, leastCount } from "../../src/testing/laws/law.ts";
import type { GateWorld } from "../../src/testing/world/gate-world.ts";
import {
  type GateFile,
  gateOfWorlds,
  observeGateWorld,
} from "../../src/testing/world/observe/observe-gate-world.ts";
import { activationDay, type Bounds, dayText, gateStates } from "./gate.ts";
import { ofGate } from "./gate-verdicts.ts";
import { type GateJudge, rightGate, wrongGates } from "./judges.ts";
import { MODEL_RUNS } from "./runs.ts";
import { join } from "./verdicts.ts";

const profile: Profile = {
  apiVersion: "fleetwarrant.dev/v1alpha1",
  kind: "Profile",
  metadata: { name: "model" },
  spec: { gates: [gateOfWorlds] },
};

interface Look {
  readonly world: GateWorld;
  readonly bounds: Bounds;
  /** Seconds from the start of the first marker's day. */
  readonly offset: number;
  readonly unread: readonly GateFile[];
}

const DAY_SECONDS = 86_400;

/** To the second around what any of the bounds makes of it, and anywhere. */
const offsets = fc.oneof(
  fc
    .tuple(fc.constantFrom(0, 1, 3, 4, 7, 14, 30, 60), fc.constantFrom(-1, 0, 1))
    .map(([days, off]) => days * DAY_SECONDS + off),
  fc.integer({ min: -3 * DAY_SECONDS, max: 90 * DAY_SECONDS }),
);

const looks: fc.Arbitrary<Look> = fc.record({
  world: gateWorlds,
  bounds: gateBounds,
  offset: offsets,
  unread: fc.oneof(
    { weight: 2, arbitrary: fc.constant([]) },
    { weight: 1, arbitrary: fc.subarray<GateFile>(["kustomization", "componentFile"]) },
  ),
});

/** What both engines say of one look, as far as the documents lay it down. */
function compare(look: Look, judgeFor: GateJudge): { model: object; engine: object } {
  const day = look.world.markers.find((marker) => typeof marker === "number") ?? 20_000;
  const snapshot = observeGateWorld(look.world, day * DAY_SECONDS + look.offset, look.unread);
  const states = gateStates(snapshot, gateOfWorlds, look.bounds);
  const decision = judgeFor(look.bounds)(snapshot, profile);
  const [gate] = decision.gates;
  if (gate === undefined) throw new Error("no gate was judged");
  const intents = ["deploy", "cluster-update", "heal"] as const;
  const state = states.length === 1 ? states[0] : "indeterminate";
  const dates = datesOf(snapshot.takenAt, activationDay(snapshot, gateOfWorlds), look.bounds);
  return {
    model: {
      state,
      ...(isDated(state) ? dates : {}),
      ...Object.fromEntries(intents.map((intent) => [intent, join([ofGate(states, intent)])])),
    },
    engine: {
      state: gate.state,
      ...(isDated(gate.state) ? toldDates(gate) : {}),
      ...Object.fromEntries(intents.map((intent) => [intent, decision.verdicts[intent]])),
    },
  };
}

function isDated(state: string | undefined): boolean {
  return state === "active" || state === "expiring" || state === "expired";
}

/**
 * rollout-gate.md §2.4: whole UTC days, and both bounds begin at midnight UTC. Where they are the same day the gate
 * never is expiring, so that it has no first instant of it.
 */
function datesOf(takenAt: string, day: number | undefined, bounds: Bounds): object {
  const midnight = (of: number): string => `${dayText(of)}T00:00:00Z`;
  const { warnAgeDays, failAgeDays } = bounds;
  if (day === undefined) return {};
  return {
    activatedOn: dayText(day),
    ageDays: Math.floor(Date.parse(takenAt) / 1000 / DAY_SECONDS) - day,
    ...(warnAgeDays < failAgeDays ? { warnsAt: midnight(day + warnAgeDays) } : {}),
    failsAt: midnight(day + failAgeDays),
  };
}

function toldDates({ activatedOn, ageDays, warnsAt, failsAt }: GateDecision): object {
  return { activatedOn, ageDays, warnsAt, failsAt };
}

function countUp(census: Census, { model }: { model: object }): void {
  for (const [what, value] of Object.entries(model)) census.count(`${what}: ${value}`);
}

describe("the gate", () => {
  it("stands where the second engine says", { timeout: MODEL_RUNS * 50 }, () => {
    const census = createCensus();
    fc.assert(
      fc.property(looks, (look) => {
        const both = compare(look, rightGate);
        countUp(census, both);
        expect(both.engine).toEqual(both.model);
      }),
      { numRuns: MODEL_RUNS },
    );
    for (const state of ["inactive", "active", "expiring", "expired", "invalid", "indeterminate"])
      expect(census.of(`state: ${state}`), state).toBeGreaterThanOrEqual(
        leastCount(0.03, MODEL_RUNS),
      );
  });

  it.each(Object.keys(wrongGates))("would be found to be mistaken: %s", (name) => {
    const wrong = wrongGates[name];
    if (wrong === undefined) throw new Error(`no mistake is called ${name}`);
    const found = fc.check(
      fc.property(looks, (look) => {
        const { engine, model } = compare(look, wrong);
        return JSON.stringify(engine) === JSON.stringify(model);
      }),
      { numRuns: 300 },
    );
    expect(found.failed).toBe(true);
  });
});
