import type { Value } from "./values.ts";
import { writeValue } from "./values.ts";

/** What one side makes of an expression. */
export type Outcome =
  /** A value, written by `writeValue`. */
  | { readonly kind: "value"; readonly text: string }
  | { readonly kind: "error"; readonly text: string }
  /** Types that can never fit, found before it ran; dynamic typing might give a value. */
  | { readonly kind: "refused"; readonly text: string }
  /** Something that no side may do, such as throwing where it gives errors as values. */
  | { readonly kind: "broken"; readonly text: string };

/** Evaluates an expression over the variables of the generator. */
export type Side = (expression: string, bindings: ReadonlyMap<string, Value>) => Outcome;

export function valueOutcome(value: Value): Outcome {
  return { kind: "value", text: writeValue(value) };
}

export type Verdict = "both value" | "both error" | "refused" | "disagreement";

export function judge(ours: Outcome, theirs: Outcome): Verdict {
  if (ours.kind === "broken" || theirs.kind === "broken") return "disagreement";
  if (theirs.kind === "error") return ours.kind === "value" ? "disagreement" : "both error";
  if (ours.kind === "refused") return "refused";
  if (ours.kind === "error") return "disagreement";
  return ours.text === theirs.text ? "both value" : "disagreement";
}
