import fc from "fast-check";
import { expect, it } from "vitest";
import type { Decision } from "../../src/engine/decision.ts";
import { evaluate } from "../../src/engine/evaluate.ts";
import { happen } from "../../src/simulate/happen.ts";
import { fluxWorlds } from "../../src/testing/arbitraries/flux-worlds.ts";
import { type FluxEvent, fluxHappens } from "../../src/testing/world/events/flux-events.ts";
import {
  FLUX_SOURCE_NAME,
  type FluxWorld,
  kustomizationName,
} from "../../src/testing/world/flux-world.ts";
import {
  observeFluxWorld,
  profileOfFlux,
} from "../../src/testing/world/observe/observe-flux-world.ts";
import { shippedPolicies } from "../support/shipped-policies.ts";
import { eventsOf } from "../support/simulated.ts";

// Goal: an event that happens to what was seen shows what would be seen had it happened to the cluster. Method: both ways from
// one world, and what is told of Flux compared; times aside, since events of worlds take a minute each.

const policies = shippedPolicies();
const event = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({ type: fc.constant("reconcile"), at: fc.nat({ max: 3 }) } as const),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      type: fc.constantFrom("suspend", "resume"),
      at: fc.nat({ max: 3 }),
    } as const),
  },
  { weight: 1, arbitrary: fc.record({ type: fc.constant("push"), at: fc.constant(0) } as const) },
);

it("agrees with a world on what comes of an event", () => {
  const seen = new Set<string>();
  fc.assert(
    fc.property(fluxWorlds, event, (world, { type, at }) => {
      const kustomization = at % world.kustomizations.length;
      const one = world.kustomizations[kustomization];
      const isTurned =
        type === "suspend" ? !one?.isSuspended : type === "resume" && one?.isSuspended;
      if (type !== "push" && one?.exists !== true) return;
      const given = { snapshot: observeFluxWorld(world), profile: profileOfFlux(world) };
      const name = type === "push" ? FLUX_SOURCE_NAME : kustomizationName(kustomization);
      const simulated = happen(given, eventsOf(`${type}=${name}`));
      if (!simulated.ok) {
        expect([type, world.source]).toEqual(["push", "suspended"]);
        return;
      }
      const happened = eventsIn({ type, kustomization, isTurned }).reduce(fluxHappens, world);
      expect(toldOf(world, simulated.value)).toEqual(toldOf(world, observeFluxWorld(happened)));
      seen.add(`${type} ${one?.phase} ${happened.kustomizations[kustomization]?.phase}`);
    }),
    { numRuns: 800 },
  );
  for (const each of ["ready failed", "running ready", "running failed", "ready waiting"])
    expect([...seen]).toContain(`reconcile ${each}`);
});

interface Asked {
  readonly type: "reconcile" | "suspend" | "resume" | "push";
  readonly kustomization: number;
  readonly isTurned: boolean | undefined;
}

/** The same in the words of worlds; whoever suspends or resumes writes the spec anew. */
function eventsIn({ type, kustomization, isTurned }: Asked): readonly FluxEvent[] {
  if (type === "push") return [{ type: "source", is: "fetching" }, { type }];
  if (type === "reconcile") return [{ type, kustomization, isOver: true }];
  return isTurned === true
    ? [
        { type, kustomization },
        { type: "edit", kustomization },
      ]
    : [];
}

function toldOf(world: FluxWorld, snapshot: ReturnType<typeof observeFluxWorld>): unknown {
  const { flux = [], verdicts }: Decision = evaluate(policies, snapshot, profileOfFlux(world));
  const told = flux.map(({ object, state, ready, quiescent, healing, because, coincident }) => {
    return { object, state, ready, quiescent, healing, because, coincident };
  });
  return { deploy: verdicts.deploy, told };
}
