import { isAboutNodes } from "../engine/facts/subject.ts";
import type { Policy, Rule } from "../engine/policy.ts";
import { groupBy } from "../input/group-by.ts";
import { EVERY } from "./compare-decision.ts";
import { fieldsOf } from "./compare-findings.ts";
import { partsOf, type Truth } from "./condition-parts.ts";
import type { CaseJudgement } from "./judge-case.ts";
import type { Expectation } from "./policy-test.ts";
import type { RuleResult, RuleTrace } from "./trace-case.ts";

/** In how many cases something came up, each case once. */
export type CaseCounts<Key extends string> = Readonly<Record<Key, number>>;

/** How a rule fared over all cases. */
export interface RuleCoverage {
  readonly name: string;
  /** 1-based, of its name. */
  readonly line: number;
  /** Cases that expect something of it, or of what it decides. */
  readonly cases: CaseCounts<RuleResult>;
  /** Cases that expect nothing of it: they would pass whatever it did. */
  readonly unnoticed: CaseCounts<RuleResult>;
  /** Which cases it has none of; empty: each kind. */
  readonly lacks: readonly ("fires" | "quiet")[];
  readonly parts: readonly PartCoverage[];
}

/** What one operand of a condition's outermost `&&` or `||` gave, in how many cases. */
export interface PartCoverage extends CaseCounts<Truth> {
  readonly text: string;
}

/** Counts cases by rule. Policies are told apart by a key, since each set of params compiles them anew. */
export interface CoverageLog {
  readonly add: (
    expect: Expectation,
    judgement: CaseJudgement,
    keyOf: (policy: Policy) => string,
  ) => void;
  /** Of a policy's rules, in their order. */
  readonly coverageOf: (policy: Policy, key: string) => readonly RuleCoverage[];
}

export function createCoverageLog(): CoverageLog {
  const tallies = new Map<string, Tally>();
  const tallyOf = (key: string, rule: Rule): Tally => {
    const id = `${key}/${rule.name}`;
    const tally = tallies.get(id) ?? emptyTally(rule);
    tallies.set(id, tally);
    return tally;
  };
  return {
    add: (expect, { traces, named, intent }, keyOf) => {
      for (const [rule, own] of groupBy(traces, (each) => each.rule)) {
        const tally = tallyOf(keyOf(own[0].policy), rule);
        const isNamed = named.has(rule);
        const isNoticed = (each: RuleTrace): boolean => isNamed || bearsOn(expect, intent, each);
        addResults(tally, own, isNoticed);
        addParts(tally, own);
      }
    },
    coverageOf: (policy, key) => policy.rules.map((rule) => ruleCoverage(rule, tallyOf(key, rule))),
  };
}

type MutableCounts<Key extends string> = Record<Key, number>;

interface Tally {
  readonly cases: MutableCounts<RuleResult>;
  readonly unnoticed: MutableCounts<RuleResult>;
  readonly parts: readonly MutableCounts<Truth>[];
}

function emptyTally({ condition }: Rule): Tally {
  return {
    cases: { fires: 0, quiet: 0, unknown: 0, error: 0 },
    unnoticed: { fires: 0, quiet: 0, unknown: 0, error: 0 },
    parts: partsOf(condition).map(() => ({ true: 0, false: 0, unknown: 0, error: 0 })),
  };
}

function addResults(
  { cases, unnoticed }: Tally,
  traces: readonly RuleTrace[],
  isNoticed: (each: RuleTrace) => boolean,
): void {
  const seen = new Set(traces.filter(isNoticed).map(({ result }) => result));
  for (const result of seen) cases[result] += 1;
  for (const result of new Set(traces.map((each) => each.result)))
    if (!seen.has(result)) unnoticed[result] += 1;
}

function addParts({ parts }: Tally, traces: readonly RuleTrace[]): void {
  for (const [index, part] of parts.entries()) {
    const truths = new Set(traces.flatMap((each) => each.parts[index] ?? []));
    for (const truth of truths) part[truth] += 1;
  }
}

function ruleCoverage(rule: Rule, { cases, unnoticed, parts }: Tally): RuleCoverage {
  const texts = partsOf(rule.condition);
  return {
    name: rule.name,
    line: rule.positionOf().line,
    cases: { ...cases },
    unnoticed: { ...unnoticed },
    lacks: (["fires", "quiet"] as const).filter((result) => cases[result] === 0),
    parts: parts.map((counts, index) => ({ text: texts[index] ?? "", ...counts })),
  };
}

/** Whether what a case expects would tell if the rule fared otherwise with this subject. */
function bearsOn(
  expect: Expectation,
  intent: string,
  { policy, rule, judged }: RuleTrace,
): boolean {
  const { nodes = {}, gates = {}, findings = [] } = expect;
  const isNamedIn = (names: object): boolean =>
    Object.hasOwn(names, EVERY) || Object.hasOwn(names, judged.name);
  if (policy.mode === "first" && rule.enforcement !== "audit") {
    if (isAboutNodes(policy.subject) && isNamedIn(nodes)) return true;
    if (policy.subject === "gate" && isNamedIn(gates)) return true;
  }
  const isFinding = findings.map(fieldsOf).some((fields) => {
    const isRule = fields.rule === rule.name || fields.rule === `${policy.name}/${rule.name}`;
    return isRule || (fields.rule === undefined && fields.reason === rule.outcome.reason);
  });
  return isFinding || bearsOnVerdict(expect, intent, rule);
}

/** A rule that denies an intent shows in its verdict. */
function bearsOnVerdict(
  { verdict, verdicts = {} }: Expectation,
  intent: string,
  rule: Rule,
): boolean {
  if (rule.enforcement !== "deny") return false;
  return rule.outcome.denies.some(
    (denied) => Object.hasOwn(verdicts, denied) || (verdict !== undefined && denied === intent),
  );
}
