import type { CelError } from "../../cel/value.ts";
import type { FactCause } from "../facts/fact.ts";
import type { Outcome, Policy, Rule } from "../policy.ts";
import type { AnyJudged } from "../subjects.ts";

/** What one rule may come to: its outcome, or an error where it could not be evaluated. */
export type Possibility =
  | { readonly rule: Rule; readonly outcome: Outcome; readonly error?: never }
  | { readonly rule: Rule; readonly outcome?: never; readonly error: CelError };

/** What a `mode: first` policy says of one subject. */
export interface FirstResult {
  readonly policy: Policy;
  readonly judged: AnyJudged;
  /** In rule order; one unless facts are missing. */
  readonly possible: readonly Possibility[];
  /**
   * The possibility that counts: every way ends in the same thing to do, or the search ended in an error.
   * Undefined while it depends on what is missing.
   */
  readonly decided: Possibility | undefined;
  /** Facts that keep a condition from being known, in the order met. */
  readonly missing: readonly FactCause[];
  /** What may be done meanwhile, if the policy says so. */
  readonly meanwhile: Meanwhile | undefined;
}

export interface Meanwhile {
  readonly outcome: Outcome;
  readonly entry: Policy["whenUnknown"][number];
}

/** What one rule that reports by itself says of one subject; a rule that does not hold says nothing. */
export interface FindingResult {
  readonly policy: Policy;
  readonly judged: AnyJudged;
  readonly rule: Rule;
  readonly state: "holds" | "unknown" | "error";
  readonly error?: CelError;
  readonly missing: readonly FactCause[];
}
