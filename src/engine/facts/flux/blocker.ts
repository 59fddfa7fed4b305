import type { JsonValue } from "../../../input/json-value.ts";
import type { ValuePath } from "../../../input/source-document.ts";
import type { UnknownReason } from "../fact.ts";
import type { ObjectId } from "./object-id.ts";

/**
 * How it is known that one object stands in the way of another: `proven` where Flux itself says or checks so,
 * `derived` from what Flux waits for and how that fares, `coincident` where both are merely seen at one time.
 */
export const edgeClasses = ["proven", "derived", "coincident"] as const;
export type EdgeClass = (typeof edgeClasses)[number];

/**
 * What it takes until an object stops standing in the way, worst last. `mayHeal`: nothing seen needs anybody.
 * `needsCommit`: a change of what Git declares, or a hand on the cluster. `needsHand`: a hand on the cluster,
 * since no new revision reaches it.
 */
export const healings = ["none", "mayHeal", "needsCommit", "needsHand"] as const;
export type Healing = (typeof healings)[number];

export function worse(a: Healing, b: Healing): Healing {
  return healings.indexOf(a) < healings.indexOf(b) ? b : a;
}

/** Why what it takes cannot be told from what was read, and the worst that it may be. */
export interface Unsure {
  readonly most: Healing;
  readonly reason: UnknownReason;
}

/** Where something was seen. */
export interface Place {
  readonly path: ValuePath;
  readonly seen: JsonValue;
}

/** One object that stands in the way of another. */
export interface Blocker {
  /** `Kind/namespace/name`. */
  readonly object: string;
  /** By what it does. */
  readonly via: "self" | "dependency" | "source" | "healthCheck" | "release";
  readonly edge: EdgeClass;
  /** UpperCamel. */
  readonly reason: string;
  /** For people; names and numbers only. */
  readonly detail: string;
  /** What it takes, of the object itself: what stands behind it is told by its own node. */
  readonly healing: Healing;
  /** It may take more than that, and this much at most. */
  readonly unsure?: Unsure;
  /** The object, where it is one of which the graph tells what stands behind it. */
  readonly target: ObjectId | undefined;
  readonly places: readonly Place[];
  /** Flux named it, and it was not read: it may be current by now, so no fact tells it. */
  readonly isUnread?: true;
}
