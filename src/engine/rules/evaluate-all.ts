import { ERROR, FALSE, TRUE } from "../../cel/truth.ts";
import type { Bindings } from "../../cel/value.ts";
import type { FactCause } from "../facts/fact.ts";
import { factCausesOf } from "../facts/fact-cause.ts";
import type { Rule } from "../policy.ts";
import { evaluateCondition } from "./condition.ts";
import type { FindingResult } from "./rule-result.ts";

/** What one rule came to, seen by itself. */
export type Finding = Pick<FindingResult, "rule" | "state" | "error" | "missing">;

/** Every rule that holds, may hold, or fails; each by itself. */
export function evaluateAll(rules: readonly Rule[], bindings: Bindings): readonly Finding[] {
  const findings: Finding[] = [];
  for (const rule of rules) {
    const { may, causes, error } = evaluateCondition(rule.condition, bindings);
    if (may === FALSE) continue;
    if (may === TRUE) findings.push({ rule, state: "holds", missing: none });
    else if (may === ERROR && error !== undefined)
      findings.push({ rule, state: "error", error, missing: none });
    else findings.push({ rule, state: "unknown", missing: factCausesOf(causes) });
  }
  return findings;
}

const none: readonly FactCause[] = [];
