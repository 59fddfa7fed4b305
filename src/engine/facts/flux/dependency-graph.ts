import type { UnknownReason } from "../fact.ts";
import { eachOnce } from "../known.ts";
import type { FactSource } from "../subject.ts";
import { dependenciesOf } from "./dependency.ts";
import { findObject } from "./find-object.ts";
import { judgedKustomizations } from "./judged-kustomizations.ts";
import { formatObjectId, type ObjectId } from "./object-id.ts";
import { timeoutSecondsOf } from "./spans.ts";
import { strongComponents } from "./strong-components.ts";

/** A Kustomization among those that depend on one another, ready or not. */
export interface Dependent {
  /** Those that it depends on, in the order declared. */
  readonly dependencies: readonly string[];
  /** Whether it depends on itself through others, or directly. */
  readonly isInCycle: boolean;
  /** Its own timeout with those of the longest chain below it, in seconds; undefined in or above a circle. */
  readonly chainSeconds: number | undefined;
  /** Why what it depends on is not wholly known. */
  readonly reasons: readonly UnknownReason[];
}

/** Every judged Kustomization and all that they depend on, made once. */
export function dependencyGraph(source: FactSource): ReadonlyMap<string, Dependent> {
  return source.once(createGraph);
}

interface Read {
  readonly dependencies: readonly string[];
  readonly timeoutSeconds: number | undefined;
  readonly reasons: readonly UnknownReason[];
}

/** Further reasons say nothing new. */
const REASONS_TOLD_MAX = 20;

function createGraph(source: FactSource): ReadonlyMap<string, Dependent> {
  const read = readAll(source);
  const edgesOf = (id: string): readonly string[] => read.get(id)?.dependencies ?? [];
  const graph = new Map<string, Dependent>();
  for (const members of strongComponents(read.keys(), edgesOf)) {
    const [first = ""] = members;
    const isInCycle = members.length > 1 || edgesOf(first).includes(first);
    for (const id of members) {
      const one = read.get(id);
      if (one !== undefined) graph.set(id, { ...join(one, isInCycle, graph), isInCycle });
    }
  }
  return graph;
}

function join(
  { dependencies, timeoutSeconds, reasons }: Read,
  isInCycle: boolean,
  graph: ReadonlyMap<string, Dependent>,
): Omit<Dependent, "isInCycle"> {
  const below = dependencies.flatMap((id) => graph.get(id) ?? []);
  const isUnbounded = below.some(({ chainSeconds }) => chainSeconds === undefined);
  const longest = below.reduce((most, { chainSeconds = 0 }) => Math.max(most, chainSeconds), 0);
  return {
    dependencies,
    chainSeconds:
      isInCycle || isUnbounded || timeoutSeconds === undefined
        ? undefined
        : timeoutSeconds + longest,
    reasons: eachOnce([...reasons, ...below.flatMap((one) => one.reasons)]).slice(
      0,
      REASONS_TOLD_MAX,
    ),
  };
}

function readAll(source: FactSource): ReadonlyMap<string, Read> {
  const read = new Map<string, Read>();
  const found: ObjectId[] = judgedKustomizations(source).map(({ id }) => id);
  for (const id of found) {
    const key = formatObjectId(id);
    if (read.has(key)) continue;
    const live = findObject(source, id);
    const object = live.state === "value" ? live.value.object : undefined;
    const dependencies = object === undefined ? [] : dependenciesOf(object).map((one) => one.id);
    read.set(key, {
      dependencies: [...new Set(dependencies.map(formatObjectId))],
      timeoutSeconds: object === undefined ? 0 : timeoutSecondsOf(object),
      reasons: live.state === "unknown" ? live.reasons : [],
    });
    found.push(...dependencies);
  }
  return read;
}
