import type { UnknownCause } from "../../cel/value.ts";
import { formatPointer } from "../../input/json-pointer.ts";
import type { JsonValue } from "../../input/json-value.ts";
import type { Template } from "../../messages/template.ts";
import type { Evidence, MissingFact } from "../decision.ts";
import type { FactCause } from "../facts/fact.ts";
import { isFactCause } from "../facts/fact-cause.ts";
import type { Policy, Rule } from "../policy.ts";
import { evaluateCondition } from "../rules/condition.ts";
import { bindPolicy } from "../rules/policy-bindings.ts";
import type { Judged } from "../subjects.ts";

/** Runs one rule's condition again with a trace, and gives what the facts that it read rest on. */
export function evidenceOf<Subject>(
  policy: Policy,
  rule: Pick<Rule, "condition">,
  judged: Judged<Subject>,
): readonly Evidence[] {
  const evidence = new Map<string, Evidence>();
  const reader = judged.traced((fact, path, seen: JsonValue) => {
    const pointer = formatPointer(path);
    const key = `${fact} ${pointer}`;
    if (!evidence.has(key)) evidence.set(key, { fact, pointer, value: seen });
  });
  evaluateCondition(rule.condition, bindPolicy(policy, reader));
  return [...evidence.values()];
}

/** Fills in a message for one subject; empty without one. */
export function renderFor<Subject>(
  policy: Policy,
  template: Template | undefined,
  judged: Judged<Subject>,
): string {
  return template === undefined
    ? ""
    : template.render(bindPolicy(policy, judged.reader), describeCause);
}

/** `Forbidden: talos not readable`: what a message shows for a fact that is not known. */
export function describeCause(cause: UnknownCause): string {
  const [reason] = isFactCause(cause) ? cause.reasons : [];
  return reason === undefined ? "unknown" : `${reason.code}: ${reason.detail}`;
}

export function missingFacts(causes: readonly FactCause[]): readonly MissingFact[] {
  return causes.map(({ name, reasons }) => ({ fact: name, reasons }));
}
