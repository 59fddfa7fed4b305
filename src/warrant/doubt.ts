import type { UnknownReason } from "../engine/facts/fact.ts";
import { asJson } from "../input/as-json.ts";
import { formatPointer } from "../input/json-pointer.ts";
import type { JsonValue } from "../input/json-value.ts";
import { canonicalJson } from "../snapshot/canonical-json.ts";
import type { Seen } from "./seen-node.ts";

/** A bound fact that is another one now. */
export interface MovedFact {
  readonly fact: string;
  readonly bound: JsonValue;
  readonly now: JsonValue;
  /** JSON Pointer into the canonical snapshot, where it stands there. */
  readonly pointer?: string;
}

/** A bound fact of which it is not known whether it still is what it was. */
export interface UnconfirmedFact {
  readonly fact: string;
  readonly bound: JsonValue;
  readonly reasons: readonly UnknownReason[];
}

/** Why a warrant may not stand. Both stop the act, and are told apart: one cannot be cured by looking again. */
export type Doubt =
  | { readonly kind: "moved"; readonly moved: MovedFact }
  | { readonly kind: "unconfirmed"; readonly unconfirmed: UnconfirmedFact };

export function moved(fact: MovedFact): readonly Doubt[] {
  return [{ kind: "moved", moved: fact }];
}

export function unconfirmed(
  fact: string,
  bound: JsonValue,
  reasons: readonly UnknownReason[],
): readonly Doubt[] {
  return [{ kind: "unconfirmed", unconfirmed: { fact, bound, reasons } }];
}

/** Holds what is seen against what was bound. */
export function compareSeen<T extends JsonValue>(
  bound: T,
  { fact, path, value }: Seen<T>,
): readonly Doubt[] {
  if (value.state === "unknown") return unconfirmed(fact, bound, value.reasons);
  if (isSame(bound, value.value)) return [];
  return moved({ fact, bound, now: value.value, pointer: formatPointer(path) });
}

function isSame(a: JsonValue, b: JsonValue): boolean {
  return typeof a === "object" && a !== null
    ? canonicalJson(asJson(a)) === canonicalJson(b)
    : a === b;
}
