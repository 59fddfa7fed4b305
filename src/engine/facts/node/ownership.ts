import type { UnknownReason } from "../fact.ts";
import type { FactSource } from "../subject.ts";
import { type Hold, holdsOf, whoseHold } from "./holds.ts";

/** A Node that a transaction holds. */
export interface Holding {
  readonly key: string;
  readonly annotation: string;
  readonly value: string;
  /** `node: holder (phase)`. */
  readonly text: string;
}

/** Nodes that somebody else than the caller holds, and why there may be others among those that were seen. */
export interface Holdings {
  readonly certain: readonly Holding[];
  readonly doubts: readonly UnknownReason[];
}

/**
 * Owner and recovery record are judged each for itself: a record of somebody else, or one that cannot be relied on,
 * holds a Node that the caller owns as well. A lone phase is what a normal release leaves behind.
 */
export function findHoldings(source: FactSource): Holdings {
  const certain: Holding[] = [];
  const doubts: UnknownReason[] = [];
  for (const hold of holdsOf(source).values()) {
    const whose = whoseHold(hold, source);
    if (whose === "other") certain.push(holdingOf(hold, source));
    else if (whose !== "own") doubts.push(...whose);
  }
  return { certain, doubts };
}

function holdingOf(hold: Hold, { profile, holder }: FactSource): Holding {
  const { owner = "", recovery = owner } = profile.spec.nodes?.ownership ?? {};
  const { key } = hold;
  const { name } = hold.node.metadata;
  const suffix = hold.phase === undefined ? "" : ` (${hold.phase})`;
  if (hold.owner === undefined) {
    const text = `${name}: a recovery record without owner${suffix}`;
    return { key, annotation: recovery, value: "present", text };
  }
  if (hold.owner === holder) {
    const text = `${name}: ${hold.owner}${suffix}, with a recovery record that is not its own or not valid`;
    return { key, annotation: recovery, value: "present", text };
  }
  return { key, annotation: owner, value: hold.owner, text: `${name}: ${hold.owner}${suffix}` };
}
