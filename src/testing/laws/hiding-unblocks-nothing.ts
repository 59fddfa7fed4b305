import fc from "fast-check";
import type { Decision, FluxDecision } from "../../engine/decision.ts";
import { fluxWorlds, hiddenObjects } from "../arbitraries/flux-worlds.ts";
import type { FluxWorld } from "../world/flux-world.ts";
import { observeFluxWorld, profileOfFlux } from "../world/observe/observe-flux-world.ts";
import type { Judge } from "./judge.ts";
import type { Law, Tally } from "./law.ts";

interface HiddenFlux {
  readonly world: FluxWorld;
  readonly hidden: readonly number[];
}

/** Less evidence makes nothing ready, calms nothing, and blames nothing that it would not. */
export function hidingUnblocksNothing(judge: Judge): Law<HiddenFlux> {
  return {
    name: "hiding unblocks nothing",
    statement:
      "with objects of Flux replaced by gaps, whether a Kustomization is ready and what it takes is as it was or not known, what stands in its way does so with all evidence or not for known, what is coincident never becomes a cause, and no verdict moves to allow",
    arbitrary: fc.record({ world: fluxWorlds, hidden: hiddenObjects }),
    holds: ({ world, hidden }, tally) => {
      const profile = profileOfFlux(world);
      const full = judge(observeFluxWorld(world), profile);
      const partial = judge(observeFluxWorld(world, hidden), profile);
      for (const node of partial.flux ?? []) {
        const was = full.flux?.find(({ object }) => object === node.object);
        if (was !== undefined) compareNodes(was, node, tally);
      }
      compareVerdicts(full, partial, tally);
    },
    floors: {
      "ready hidden": 0.1,
      "healing hidden": 0.15,
      "as it was": 0.3,
      "coincident seen": 0.01,
      "deploy: deny → indeterminate": 0.01,
    },
  };
}

function compareNodes(full: FluxDecision, partial: FluxDecision, tally: Tally): void {
  const { object, because } = partial;
  for (const what of ["ready", "healing", "quiescent"] as const) {
    const [was, is] = [full[what], partial[what]];
    if (is === was) tally.count("as it was");
    else if (is === "unknown") tally.count(`${what} hidden`);
    // A worst that is certain stays certain: it is no calmer than what all evidence says.
    else throw new Error(`${object} ${what}: ${was} with all evidence, ${is} with less`);
  }
  const blamed = new Set(because.map((edge) => edge.object));
  const known = new Set(full.because.map((edge) => edge.object));
  for (const edge of full.coincident) {
    tally.count("coincident seen");
    if (blamed.has(edge.object) && !known.has(edge.object))
      throw new Error(`${edge.object} is coincident with all evidence, and blamed with less`);
  }
  for (const edge of because) {
    const isNew = !known.has(edge.object);
    // What Flux named and nobody read may be current by now: it is told as of then, beside that it was not read.
    if (isNew && partial.missing.length === 0)
      throw new Error(`${edge.object} holds up ${object} for certain, and not with all evidence`);
  }
}

function compareVerdicts(full: Decision, partial: Decision, tally: Tally): void {
  const [was, is] = [full.verdicts.deploy, partial.verdicts.deploy];
  if (was !== is) tally.count(`deploy: ${was} → ${is}`);
  if (was !== is && is !== "indeterminate")
    throw new Error(`deploy: ${was} with all evidence, ${is} with less`);
}
