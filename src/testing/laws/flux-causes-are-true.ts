import type { Decision, FluxDecision } from "../../engine/decision.ts";
import { fluxWorlds } from "../arbitraries/flux-worlds.ts";
import { isMet, settleFlux } from "../world/events/flux-events.ts";
import {
  FLUX_SOURCE_NAME,
  type FluxWorld,
  isReleaseReady,
  isThrough,
  kustomizationName,
  lackingOf,
  releaseName,
  releasesOf,
  workloadName,
  workloadsOf,
} from "../world/flux-world.ts";
import { cutCircle, mendFlux, reach } from "../world/mend-flux.ts";
import { observeFluxWorld, profileOfFlux } from "../world/observe/observe-flux-world.ts";
import type { Judge } from "./judge.ts";
import type { Law, Tally } from "./law.ts";
import { type ToldEnd, toldChain } from "./told-chain.ts";

/** What is told to hold up a Kustomization is held against mending: all but that, and nothing but that. */
export function fluxCausesAreTrue(judge: Judge): Law<FluxWorld> {
  return {
    name: "what blocks Flux is the cause",
    statement:
      "each end of a chain lies on the way of what it holds up, and with all else mended that does not become ready; with all ends mended it does, so that of independent causes none is left out; what is coincident holds up nothing",
    arbitrary: fluxWorlds,
    holds: (world, tally) => {
      const decision = judge(observeFluxWorld(world), profileOfFlux(world));
      for (const place of world.kustomizations.keys()) checkOne(decision, { world, place, tally });
    },
    floors: {
      "an end: time": 0.2,
      "an end: suspended": 0.02,
      "an end: missing": 0.02,
      "an end: source": 0.05,
      "an end: workload": 0.15,
      "an end: release": 0.01,
      "an end: circle": 0.005,
      "several ends": 0.05,
      "all mended": 0.3,
      coincident: 0.01,
    },
  };
}

interface Held {
  readonly world: FluxWorld;
  /** Of the Kustomization that is held up. */
  readonly place: number;
  readonly tally: Tally;
}

function checkOne(decision: Decision, held: Held): void {
  const name = kustomizationName(held.place);
  const told = decision.flux?.find(({ object }) => object === name);
  if (told === undefined) throw new Error(`${name} is a root, and not told of`);
  const isDone = isThrough(held.world, held.place);
  if (told.ready !== isDone)
    throw new Error(`${name} is ${isDone ? "" : "not "}ready, and told as ${told.ready}`);
  if (isDone) return;
  const { ends, isOpen } = toldChain(decision, name);
  if (ends.length === 0 && !isOpen) throw new Error(`${name} is not ready, and nothing is told`);
  for (const end of ends) checkEnd(end, held);
  if (!isOpen) checkAll(ends, held);
  checkCoincident(told, held);
}

function checkEnd(end: ToldEnd, { world, place, tally }: Held): void {
  const { object } = end;
  const held = kustomizationName(place);
  if (!wayOf(world, place).has(object))
    throw new Error(`${object} is told to hold up ${held}, and is not on its way`);
  const kind = kindOf(end, world);
  tally.count(`an end: ${kind}`);
  const at = placeOf(object);
  if (kind === "time") {
    if (isThrough(world, at)) throw new Error(`${object} is told to hold up ${held}, and is ready`);
    return;
  }
  const others = mendFlux(world, (name) => name !== object);
  if (isThrough(settleFlux(others), place))
    throw new Error(`${held} becomes ready without ${object}, which is told to hold it up`);
}

/** With nothing mended but what is told, it becomes ready: nothing else stood in its way. */
function checkAll(ends: readonly ToldEnd[], { world, place, tally }: Held): void {
  const places = [place, ...reach(world.kustomizations, place)];
  if (places.some((each) => isToCome(world, each))) return;
  const told = new Set(ends.map(({ object }) => object));
  if (told.size > 1) tally.count("several ends");
  const mended = ends
    .filter(({ isCircle }) => isCircle)
    .reduce(
      (before, { object }) => cutCircle(before, placeOf(object)),
      mendFlux(world, (name) => told.has(name)),
    );
  tally.count("all mended");
  if (!isThrough(settleFlux(mended), place))
    throw new Error(
      `${kustomizationName(place)} does not become ready with ${[...told].join(", ")} mended`,
    );
}

/**
 * Whether something is to come that no status tells: what Flux has not come to wait for since it broke, what one that is not there
 * or suspended would meet, what an attempt at an older revision meets once it is over, and what a release installed that
 * Helm gave up on.
 */
function isToCome(world: FluxWorld, place: number): boolean {
  const one = world.kustomizations[place];
  if (one === undefined || isThrough(world, place)) return false;
  const { phase, named, attempted, isSuspended, exists, dependsOn } = one;
  const isOlder = phase === "running" && attempted !== world.offered;
  const isAwaited = (name: string): boolean =>
    phase === "running" || (phase === "failed" && named.includes(name));
  const standsStill = isSuspended || !exists;
  return (
    isOlder ||
    lackingOf(world, place).some((name) => standsStill || !isAwaited(name)) ||
    (standsStill &&
      (world.source !== "fetching" || dependsOn.some((each) => !isMet(world, each)))) ||
    releasesOf(world, place).some((at) => isGivenUp(world, at))
  );
}

function isGivenUp(world: FluxWorld, place: number): boolean {
  const release = world.releases[place];
  return (
    release?.isFailing === true &&
    release.waits &&
    workloadsOf(world, "release", place).some((at) => world.workloads[at]?.isCurrent === false)
  );
}

function checkCoincident({ coincident }: FluxDecision, { world, place, tally }: Held): void {
  for (const { object } of coincident) {
    // A circle holds it up, whatever is mended.
    if (waitsForCircle(world, place)) continue;
    tally.count("coincident");
    const others = mendFlux(world, (name) => name !== object);
    if (!isThrough(settleFlux(others), place))
      throw new Error(`${object} is told as coincident, and holds up ${kustomizationName(place)}`);
  }
}

/** Every name on the ways from a Kustomization: what it depends on, and what any of these waits for. */
function wayOf(world: FluxWorld, from: number): ReadonlySet<string> {
  const places = [from, ...reach(world.kustomizations, from)];
  const names = places.flatMap((place) => {
    const releases = releasesOf(world, place);
    const waited = releases.filter((at) => !isReleaseReady(world, at));
    return [
      kustomizationName(place),
      ...(world.kustomizations[place]?.waits === true ? lackingOf(world, place) : []),
      ...waited.map(releaseName),
      ...waited
        .flatMap((at) => workloadsOf(world, "release", at))
        .map((at) => workloadName(world, at)),
    ];
  });
  return new Set([FLUX_SOURCE_NAME, ...names]);
}

function kindOf({ object, isCircle }: ToldEnd, { kustomizations }: FluxWorld): string {
  if (isCircle) return "circle";
  if (object === FLUX_SOURCE_NAME) return "source";
  if (object.startsWith("HelmRelease/")) return "release";
  if (!object.startsWith("Kustomization/")) return "workload";
  const one = kustomizations[placeOf(object)];
  if (one?.exists !== true) return "missing";
  return one.isSuspended ? "suspended" : "time";
}

/** The number at the end of a name. */
function placeOf(name: string): number {
  return Number(name.slice(name.lastIndexOf("-") + 1));
}

function waitsForCircle({ kustomizations }: FluxWorld, from: number): boolean {
  const places = [from, ...reach(kustomizations, from)];
  return places.some((place) => reach(kustomizations, place).has(place));
}
