import type { UnknownCause } from "../../cel/value.ts";
import type { FactCause } from "./fact.ts";

/** Narrows what an expression blames to the facts it came from: every cause is one that a fact handed in. */
export function isFactCause(cause: UnknownCause): cause is FactCause {
  return "reasons" in cause;
}

export function factCausesOf(causes: readonly UnknownCause[]): readonly FactCause[] {
  return causes.filter(isFactCause);
}
