import { EFFECTS, type Effect, highestEffect } from "../../../effects/effect.ts";
import { type EffectTable, effectOf } from "../../../effects/effect-table.ts";
import { registryAuthEffect } from "../../../effects/registry-auth-effect.ts";
import { parseTalosVersion, type TalosVersion } from "../../../effects/talos-version.ts";
import type { ReadFact, UnknownReason } from "../../fact.ts";
import type { NodeSubject } from "../../subject.ts";
import { nodeTalosVersion } from "../node-talos-version.ts";
import type { ConfigDiff, PlacedChange } from "./placed-change.ts";

/** The versions that a node may run: one if it is known, else one for each that the table tells apart. */
export interface PossibleVersions {
  readonly versions: readonly TalosVersion[];
  /** Why it is not known; empty: it is. */
  readonly reasons: readonly UnknownReason[];
}

export function possibleVersions(
  { source: { effects } }: NodeSubject,
  read: ReadFact<NodeSubject>,
): PossibleVersions {
  const told = read(nodeTalosVersion);
  const version = told.state === "value" ? parseTalosVersion(told.value) : undefined;
  if (version !== undefined) return { versions: [version], reasons: [] };
  const reasons: readonly UnknownReason[] =
    told.state === "unknown" ? told.reasons : [{ code: "Unparsable", detail: "no Talos version" }];
  return { versions: effects.versions, reasons };
}

export function effectOfChange(
  table: EffectTable,
  placed: PlacedChange,
  version: TalosVersion,
): Effect {
  const { authHost: host, change } = placed;
  return host === undefined
    ? effectOf(table, placed, version)
    : registryAuthEffect(table, { host, changes: [change] }, version);
}

/** What the whole may cost: the highest effect of what certainly changes, and whatever is open and higher. */
export function possibleEffects(
  table: EffectTable,
  { certain, open }: ConfigDiff,
  versions: readonly TalosVersion[],
): readonly Effect[] {
  const possible = new Set<Effect>();
  for (const version of versions) {
    const least = highestEffect(certain.map((each) => effectOfChange(table, each, version)));
    possible.add(least);
    for (const { change } of open) {
      possible.add(highestEffect([least, effectOfChange(table, change, version)]));
    }
  }
  return EFFECTS.filter((effect) => possible.has(effect));
}
