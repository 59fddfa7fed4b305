import { partsOf } from "./condition-parts.ts";
import { type NamedRule, ruleId } from "./known-names.ts";
import type { Expected } from "./mismatch.ts";
import type { RuleResult, RuleTrace } from "./trace-case.ts";

/** What is expected of a rule over all subjects of a case. */
export type RuleExpectation = "fires" | "quiet" | "unknown";

/**
 * Whether a rule fared as expected, and if not, how it did with the first subject that tells.
 *
 * @param traces - Of this rule.
 */
export function compareRule(
  named: NamedRule,
  expectation: RuleExpectation,
  at: readonly string[],
  traces: readonly RuleTrace[],
): Expected {
  const row = { at, what: `rule ${ruleId(named)}`, expected: expectation };
  const { name, subject } = named.policy;
  // With no subject at all there is nothing that the rule could have held for.
  if (traces.length === 0)
    return {
      ...row,
      found: "not asked",
      why: `${name} judges nothing here: there is no ${subject}`,
    };
  const isMet =
    expectation === "quiet"
      ? traces.every(({ result }) => result === "quiet")
      : traces.some(({ result }) => result === expectation);
  if (isMet) return { ...row, found: expectation };
  const telling = traces.find(({ result }) => result !== expectation);
  const why = telling === undefined ? "" : whyOf(telling);
  return { ...row, found: countsOf(traces), ...(why === "" ? {} : { why }) };
}

function countsOf(traces: readonly RuleTrace[]): string {
  const count = (result: RuleResult): number =>
    traces.filter((each) => each.result === result).length;
  const results = (["fires", "quiet", "unknown", "error"] as const).filter(
    (result) => count(result) > 0,
  );
  return results
    .map((result) => (traces.length === 1 ? result : `${result} for ${count(result)}`))
    .join(", ");
}

/** The parts of the condition that keep a rule from holding, or all of them where it does. */
function whyOf({ rule, judged, parts, result, endedAt }: RuleTrace): string {
  if (endedAt !== undefined) return `${judged.name}: the search ended at ${endedAt.name}`;
  const wanted = result === "quiet" ? "false" : result === "fires" ? "true" : result;
  const texts = partsOf(rule.condition).filter((_, index) => parts[index] === wanted);
  return texts.length === 0 ? "" : `${judged.name}: ${wanted}: ${texts.join(" · ")}`;
}
