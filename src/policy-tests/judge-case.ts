import type { Decision } from "../engine/decision.ts";
import { evaluateOpenly } from "../engine/evaluate.ts";
import type { Intent, PolicySet } from "../engine/policy.ts";
import type { Subjects } from "../engine/subjects.ts";
import type { Problem } from "../input/problem.ts";
import type { ValuePath } from "../input/source-document.ts";
import { compareGate, compareNode, compareSummary, EVERY } from "./compare-decision.ts";
import { compareFinding, fieldsOf } from "./compare-findings.ts";
import type { RuleExpectation } from "./compare-rules.ts";
import {
  isProblem,
  type KnownNames,
  knownNames,
  type NamedRule,
  unknownName,
} from "./known-names.ts";
import { MISMATCHES_PER_CASE_MAX } from "./limits.ts";
import type { Expected, Mismatch } from "./mismatch.ts";
import { placeIn, type TestCase } from "./policy-test.ts";
import type { ReadyCase } from "./prepare-case.ts";
import { ruleRows } from "./rule-rows.ts";
import { type RuleTrace, traceCase } from "./trace-case.ts";

/** What holding policies to one case came to. */
export interface CaseJudgement {
  /** Empty: the case holds. */
  readonly mismatches: readonly Mismatch[];
  /** Names in the expectation that nothing has. */
  readonly problems: readonly Problem[];
  readonly traces: readonly RuleTrace[];
  /** What `verdict` was about. */
  readonly intent: Intent;
  /** Rules of which the case says how they must fare. */
  readonly named: ReadonlyMap<NamedRule["rule"], RuleExpectation>;
}

/** Decides a case by these policies and compares what the case expects. */
export function judgeCase(ready: ReadyCase, policySet: PolicySet): CaseJudgement {
  const { test, snapshot, profile, options } = ready;
  const { decision, subjects } = evaluateOpenly(policySet, snapshot, profile, options);
  const traces = traceCase(policySet, subjects);
  const names = knownNames(policySet);
  const problems: Problem[] = [];
  const context: Context = { test, decision, subjects, names, problems };
  const rules = ruleRows(test, { names, traces, problems });
  const rows = [
    ...compareSummary(test.expect, decision),
    ...nodeRows(context),
    ...gateRows(context),
    ...findingRows(context),
    ...rules.rows,
  ];
  const mismatches = rows
    .filter(({ expected, found }) => expected !== found)
    .slice(0, MISMATCHES_PER_CASE_MAX)
    .map(({ at, ...row }): Mismatch => ({ ...row, position: placeIn(test, ["expect", ...at]) }));
  return { mismatches, problems, traces, intent: decision.intent, named: rules.named };
}

interface Context {
  readonly test: TestCase;
  readonly decision: Decision;
  readonly subjects: Subjects;
  readonly names: KnownNames;
  readonly problems: Problem[];
}

function nodeRows(context: Context): readonly Expected[] {
  const { nodes = {} } = context.test.expect;
  return Object.entries(nodes).flatMap(([key, expectation]) => {
    checkReason(context, ["nodes", key, "reason"], reasonIn(expectation));
    const found = named(context, "nodes", key);
    return found.flatMap((node) => compareNode(key, expectation, node));
  });
}

function gateRows(context: Context): readonly Expected[] {
  const { gates = {} } = context.test.expect;
  return Object.entries(gates).flatMap(([key, expectation]) => {
    checkReason(context, ["gates", key, "reason"], reasonIn(expectation));
    const found = named(context, "gates", key);
    return found.flatMap((gate) => compareGate(key, expectation, gate));
  });
}

function reasonIn(expectation: string | { readonly reason?: string }): string | undefined {
  return typeof expectation === "string" ? undefined : expectation.reason;
}

/** The nodes or gates that a key stands for; none of them is a mistake. */
function named<Kind extends "nodes" | "gates">(
  { test, decision, problems }: Context,
  kind: Kind,
  key: string,
): Decision[Kind] {
  const all: Decision[Kind] = decision[kind];
  if (key === EVERY && all.length > 0) return all;
  const found = all.filter(({ name }) => name === key);
  if (found.length === 0) {
    const noun = kind === "nodes" ? "node" : "gate";
    const message =
      all.length === 0 ? `no ${noun} is judged here` : `no ${noun} is named \`${key}\``;
    const known = all.map(({ name }) => name);
    const position = test.document.positionAt([...test.path, "expect", kind, key], "key");
    problems.push(unknownName(message, position, { name: key, known }));
  }
  // biome-ignore lint/nursery/noUnsafeTypeAssertion: a filtered list is of the same kind
  return found as unknown as Decision[Kind];
}

function findingRows(context: Context): readonly Expected[] {
  const { test, decision, names, problems, subjects } = context;
  const subjectNames = Object.values(subjects).flatMap((kind) =>
    kind.map((each: { readonly name: string }) => each.name),
  );
  return (test.expect.findings ?? []).map((expectation, index) => {
    const fields = fieldsOf(expectation);
    const at = ["findings", `${index}`];
    checkReason(context, [...at, "reason"], fields.reason);
    if (fields.rule !== undefined) {
      const rule = names.ruleOf(fields.rule, placeIn(test, ["expect", ...at, "rule"]));
      if (isProblem(rule)) problems.push(rule);
    }
    const { name } = fields;
    if (name !== undefined && !subjectNames.includes(name)) {
      const position = placeIn(test, ["expect", ...at, "name"]);
      const message = `nothing that is judged here is named \`${name}\``;
      problems.push(unknownName(message, position, { name, known: subjectNames }));
    }
    return compareFinding(index, fields, decision.findings);
  });
}

function checkReason(
  { test, names, problems }: Context,
  at: ValuePath,
  reason: string | undefined,
): void {
  if (reason === undefined) return;
  const problem = names.reasonProblem(reason, placeIn(test, ["expect", ...at]));
  if (problem !== undefined) problems.push(problem);
}
