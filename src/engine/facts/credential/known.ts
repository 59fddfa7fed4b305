import type { UnknownFact, UnknownReason, ValueFact } from "../fact.ts";

/** Something that is there by its nature: its value, or why it is not known. */
export type Known<T> = ValueFact<T> | UnknownFact<T>;

export function unknownFor(reasons: readonly UnknownReason[]): UnknownFact<never> {
  return { state: "unknown", reasons };
}
