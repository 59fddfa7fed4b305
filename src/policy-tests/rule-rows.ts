import type { Rule } from "../engine/policy.ts";
import { groupBy } from "../input/group-by.ts";
import type { Problem } from "../input/problem.ts";
import type { ValuePath } from "../input/source-document.ts";
import { compareRule, type RuleExpectation } from "./compare-rules.ts";
import { isProblem, type KnownNames, type NamedRule } from "./known-names.ts";
import type { Expected } from "./mismatch.ts";
import { type Expectation, placeIn, type TestCase } from "./policy-test.ts";
import type { RuleTrace } from "./trace-case.ts";

interface RuleRows {
  readonly rows: readonly Expected[];
  /** Rules of which the case says how they must fare. */
  readonly named: ReadonlyMap<Rule, RuleExpectation>;
}

interface RuleContext {
  readonly names: KnownNames;
  readonly traces: readonly RuleTrace[];
  readonly problems: Problem[];
}

/** Rules that a case names, and with `quiet: others` all that were asked and that it does not name. */
export function ruleRows(test: TestCase, context: RuleContext): RuleRows {
  const { names, traces } = context;
  const byRule = groupBy(traces, ({ rule }) => rule);
  const named = new Map<Rule, RuleExpectation>();
  const rows: Expected[] = [];
  const compare = (rule: NamedRule, what: RuleExpectation, at: ValuePath): void => {
    named.set(rule.rule, what);
    rows.push(compareRule(rule, what, at, byRule.get(rule.rule) ?? []));
  };
  for (const { name, what, at } of namesIn(test.expect)) {
    const rule = names.ruleOf(name, placeIn(test, ["expect", ...at]));
    if (isProblem(rule)) context.problems.push(rule);
    else if (named.has(rule.rule)) context.problems.push(namedTwice(test, at, name));
    else compare(rule, what, at);
  }
  if (test.expect.quiet === "others") {
    const others = names.rules.filter(({ rule }) => byRule.has(rule) && !named.has(rule));
    for (const rule of others) compare(rule, "quiet", ["quiet"]);
  }
  return { rows, named };
}

interface RuleName {
  readonly name: string;
  readonly what: RuleExpectation;
  readonly at: ValuePath;
}

function namesIn(expect: Expectation): readonly RuleName[] {
  return (["fires", "unknown", "quiet"] as const).flatMap((what) =>
    listOf(expect[what]).map((name, index) => ({ name, what, at: [what, `${index}`] })),
  );
}

function listOf(rules: Expectation["quiet"]): readonly string[] {
  return typeof rules === "object" ? rules : [];
}

function namedTwice(test: TestCase, at: ValuePath, name: string): Problem {
  return {
    code: "TEST_INVALID",
    message: `the rule \`${name}\` is named twice`,
    position: placeIn(test, ["expect", ...at]),
  };
}
