/**
 * What it takes until a changed part of a machine config holds, from nothing to everything. `unclassified` stands
 * above all: it forbids, and nothing is ever done by it.
 */
export const EFFECTS = [
  "none",
  "annotate",
  "reload",
  "restart",
  "runtimeRestart",
  "drain",
  "reboot",
  "wipe",
  "recreate",
  "unclassified",
] as const;
export type Effect = (typeof EFFECTS)[number];

const ranks: ReadonlyMap<Effect, number> = new Map(EFFECTS.map((effect, rank) => [effect, rank]));

/** Negative, zero or positive as `a` is lower than, the same as or higher than `b`. */
export function compareEffects(a: Effect, b: Effect): number {
  return (ranks.get(a) ?? 0) - (ranks.get(b) ?? 0);
}

/** The highest of them, whatever their order; `none` of none. */
export function highestEffect(effects: Iterable<Effect>): Effect {
  let highest: Effect = "none";
  for (const effect of effects) if (compareEffects(effect, highest) > 0) highest = effect;
  return highest;
}
