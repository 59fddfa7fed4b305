import type { Decision, FluxDecision, FluxEdge } from "../../engine/decision.ts";

/** Where a chain ends, as whoever reads the decision finds it. */
export interface ToldEnd {
  readonly object: string;
  readonly via: FluxEdge["via"];
  readonly reason: string;
  /** It waits for itself through others. */
  readonly isCircle: boolean;
}

/** The last link of each way from an object, and whether anything on a way was not read. */
export interface ToldChain {
  readonly ends: readonly ToldEnd[];
  readonly isOpen: boolean;
}

/** Follows what a decision says stands in an object's way. */
export function toldChain({ flux = [] }: Pick<Decision, "flux">, from: string): ToldChain {
  const nodes = new Map(flux.map((node) => [node.object, node]));
  const ends: ToldEnd[] = [];
  const seen = new Set<string>();
  const follow = (object: string, way: readonly string[]): void => {
    seen.add(object);
    for (const edge of nodes.get(object)?.because ?? []) {
      const { object: next, via, reason } = edge;
      if (edge.class === "coincident") throw new Error(`${next} is coincident, and in the way`);
      const isCircle = via !== "self" && way.includes(next);
      if (isCircle || isLast(edge, nodes.get(next)))
        ends.push({ object: next, via, reason, isCircle });
      else if (!seen.has(next)) follow(next, [...way, next]);
    }
  };
  follow(from, [from]);
  const isOpen = [...seen].some((object) => nodes.get(object)?.missing.length !== 0);
  return { ends, isOpen };
}

function isLast({ via }: FluxEdge, next: FluxDecision | undefined): boolean {
  return via === "self" || next === undefined || next.because.length === 0;
}
