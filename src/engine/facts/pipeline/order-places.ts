import type { FactSource } from "../subject.ts";

/** Where a step stands in one of the orders that were recorded. */
export interface Place {
  readonly order: number;
  readonly at: number;
}

/** Where each step stands, in every order that has it. */
export function placesById({ snapshot }: FactSource): ReadonlyMap<string, readonly Place[]> {
  const places = new Map<string, Place[]>();
  for (const [order, ids] of (snapshot.pipeline?.orders ?? []).entries()) {
    for (const [at, id] of ids.entries()) {
      const found = places.get(id);
      if (found === undefined) places.set(id, [{ order, at }]);
      else found.push({ order, at });
    }
  }
  return places;
}
