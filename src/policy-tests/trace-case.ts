import type { Policy, PolicySet, Rule } from "../engine/policy.ts";
import { evaluateFirst } from "../engine/rules/evaluate-first.ts";
import { bindPolicy } from "../engine/rules/policy-bindings.ts";
import { type AnyJudged, type Subjects, subjectsOfKind } from "../engine/subjects.ts";
import { partTruths, type Truth, truthOf } from "./condition-parts.ts";

/** How a rule fared with one subject: `quiet` where it certainly does not fire. */
export type RuleResult = "fires" | "quiet" | "unknown" | "error";

/** One rule and one subject that its policy judges. */
export interface RuleTrace {
  readonly policy: Policy;
  readonly rule: Rule;
  readonly judged: AnyJudged;
  readonly result: RuleResult;
  /** Of the outermost `&&` or `||`; undefined: it was not asked. */
  readonly parts: readonly (Truth | undefined)[];
  /** The rule above it at which the search ended, so that it was not asked. */
  readonly endedAt?: Rule;
}

/**
 * Asks every rule of every subject again as the decision did, with a trace. A rule that reports by itself fires where it
 * holds; one of a `mode: first` policy where it decides. What stands below the end of the search certainly does not.
 */
export function traceCase({ policies }: PolicySet, subjects: Subjects): readonly RuleTrace[] {
  return policies.flatMap((policy) =>
    subjectsOfKind(subjects, policy.subject).flatMap((judged) => [
      ...(policy.mode === "first" ? searchFirst(policy, judged) : []),
      ...askEach(policy, judged),
    ]),
  );
}

function searchFirst(policy: Policy, judged: AnyJudged): readonly RuleTrace[] {
  const asked = new Map<Rule, Pick<RuleTrace, "parts"> & { readonly truth: Truth }>();
  const { decided } = evaluateFirst(policy, judged.reader, (rule, bindings) => {
    const trace = rule.condition.trace(bindings);
    asked.set(rule, {
      truth: truthOf(trace.value),
      parts: partTruths(rule.condition, trace),
    });
  });
  const deciding = decided?.outcome === undefined ? undefined : decided.rule;
  const last = [...asked.keys()].at(-1);
  const searched = policy.rules.filter(({ enforcement }) => enforcement !== "audit");
  return searched.map((rule): RuleTrace => {
    const each = asked.get(rule);
    const place = { policy, rule, judged };
    if (each === undefined)
      return {
        ...place,
        result: "quiet",
        parts: [],
        ...(last === undefined ? {} : { endedAt: last }),
      };
    // One that holds and does not decide, since another above it may hold, is not known to fire.
    const isOpen = each.truth === "true" && rule !== deciding;
    return { ...place, parts: each.parts, result: isOpen ? "unknown" : resultOf(each.truth) };
  });
}

function askEach(policy: Policy, judged: AnyJudged): readonly RuleTrace[] {
  const rules =
    policy.mode === "all"
      ? policy.rules
      : policy.rules.filter(({ enforcement }) => enforcement === "audit");
  if (rules.length === 0) return [];
  const bindings = bindPolicy(policy, judged.reader);
  return rules.map((rule): RuleTrace => {
    const trace = rule.condition.trace(bindings);
    const parts = partTruths(rule.condition, trace);
    return { policy, rule, judged, result: resultOf(truthOf(trace.value)), parts };
  });
}

function resultOf(truth: Truth): RuleResult {
  if (truth === "true") return "fires";
  return truth === "false" ? "quiet" : truth;
}
