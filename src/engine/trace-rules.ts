import type { Trace, TraceStep } from "../cel/expression.ts";
import { FALSE, TRUE } from "../cel/truth.ts";
import type { CelValue } from "../cel/value.ts";
import { formatValue } from "../messages/format.ts";
import type { Profile } from "../profile/profile.ts";
import type { Snapshot } from "../snapshot/snapshot.ts";
import type { Timestamp } from "../time/time.ts";
import { describeCause } from "./decide/explain-rule.ts";
import { createFactSource } from "./fact-source.ts";
import type { SubjectKind } from "./facts/subject.ts";
import type { Policy, PolicySet, Rule } from "./policy.ts";
import { conditionOf } from "./rules/condition.ts";
import { bindPolicy } from "./rules/policy-bindings.ts";
import { type AnyJudged, listSubjects, type Subjects, subjectsOfKind } from "./subjects.ts";

/** How one rule's condition was evaluated for one subject. */
export interface RuleTrace {
  readonly kind: SubjectKind;
  /** Of the subject. */
  readonly name: string;
  readonly policy: string;
  readonly rule: string;
  /** What came of it; `undecided` where it depends on what is not known. */
  readonly result: "holds" | "fails" | "undecided" | "error";
  readonly condition: string;
  /** The parts that were evaluated, in the order in which they stand; each once, with its first value as text. */
  readonly parts: readonly TracedPart[];
}

export interface TracedPart {
  readonly expression: string;
  readonly value: string;
  /** Whether it is read from a fact, param or variable, and not worked out of other parts. */
  readonly isRead: boolean;
}

/** What judging a subject by name went through; and the names that there are. */
export interface SubjectTraces {
  readonly traces: readonly RuleTrace[];
  readonly names: readonly string[];
}

/**
 * Evaluates the rules about the subjects of one name again, with a trace. In mode `first` the rules below one that
 * certainly holds, or is certainly an error, are left out, as they were not asked.
 */
export function traceRules(
  policySet: PolicySet,
  { snapshot, profile }: { readonly snapshot: Snapshot; readonly profile: Profile },
  { name, evaluatedAt }: { readonly name: string; readonly evaluatedAt?: Timestamp | undefined },
): SubjectTraces {
  const subjects = listSubjects(createFactSource(snapshot, profile, evaluatedAt));
  const traces = policySet.policies.flatMap((policy) =>
    subjectsOfKind(subjects, policy.subject)
      .filter((judged) => judged.name === name)
      .flatMap((judged) => tracePolicy(policy, judged)),
  );
  return { traces, names: namesOf(subjects) };
}

function namesOf(subjects: Subjects): readonly string[] {
  const all = Object.values(subjects).flatMap((kind: readonly AnyJudged[]) => kind);
  return [...new Set(all.map(({ name }) => name))];
}

function tracePolicy(policy: Policy, judged: AnyJudged): readonly RuleTrace[] {
  const traces: RuleTrace[] = [];
  for (const rule of policy.rules) {
    const traced = traceRule(policy, rule, judged);
    traces.push(traced);
    const isLast = traced.result === "holds" || traced.result === "error";
    if (policy.mode === "first" && rule.enforcement !== "audit" && isLast) break;
  }
  return traces;
}

function traceRule(policy: Policy, rule: Rule, { kind, name, reader }: AnyJudged): RuleTrace {
  const { text } = rule.condition;
  const trace = rule.condition.trace(bindPolicy(policy, reader));
  return {
    kind,
    name,
    policy: policy.name,
    rule: rule.name,
    result: resultOf(trace.value),
    condition: text,
    parts: partsOf(trace, text),
  };
}

function resultOf(value: CelValue): RuleTrace["result"] {
  const { may } = conditionOf(value);
  if (may === TRUE) return "holds";
  if (may === FALSE) return "fails";
  return (may & (TRUE | FALSE)) === 0 ? "error" : "undecided";
}

const literal = /^(?:["'\d[{]|-\d|(?:true|false|null)$)/;

/** Parts that say something: no literals, and each by its first value. */
function partsOf({ steps }: Trace, text: string): readonly TracedPart[] {
  const parts = new Map<string, TraceStep>();
  for (const step of steps) {
    const expression = text.slice(step.offset, step.end);
    if (!literal.test(expression) && !parts.has(expression)) parts.set(expression, step);
  }
  return [...parts]
    .sort(([, a], [, b]) => a.offset - b.offset)
    .map(([expression, { value }]) => ({
      expression,
      value: formatValue(value, describeCause),
      isRead: /^[\w.]+$/.test(expression),
    }));
}
