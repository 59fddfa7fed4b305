import { FALSE, TRUE } from "../cel/truth.ts";
import type { Bindings, CelValue } from "../cel/value.ts";
import { formatValue } from "../messages/format.ts";
import type { Profile } from "../profile/profile.ts";
import type { Snapshot } from "../snapshot/snapshot.ts";
import { describeCause } from "./decide/explain-rule.ts";
import { type Asking, createFactSource } from "./fact-source.ts";
import type { SubjectKind } from "./facts/subject.ts";
import type { Policy, PolicySet, Rule } from "./policy.ts";
import { conditionOf } from "./rules/condition.ts";
import { evaluateFirst } from "./rules/evaluate-first.ts";
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
  /** What was read: facts, params and variables, in the order in which they stand, each once. */
  readonly reads: readonly TracedRead[];
  /** Whether what came late was left out. */
  readonly isCut: boolean;
  /** Whether the rules below were asked as if this one did not hold. */
  readonly isPassed: boolean;
}

export interface TracedRead {
  readonly name: string;
  readonly value: string;
}

/** What judging subjects by name went through. */
export interface SubjectTraces {
  readonly traces: readonly RuleTrace[];
  /** Names that are asked for, and that no policy judges. */
  readonly unknown: readonly string[];
  /** The names that there are. */
  readonly names: readonly string[];
}

/**
 * Evaluates the rules about subjects of some names again, with a trace, as the decision did: in mode `first` those below
 * the end of the search are left out, and below a rule that may hold the facts are as they are where it does not.
 */
export function traceRules(
  policySet: PolicySet,
  { snapshot, profile }: { readonly snapshot: Snapshot; readonly profile: Profile },
  { names, ...asking }: { readonly names: readonly string[] } & Asking,
): SubjectTraces {
  const subjects = listSubjects(createFactSource(snapshot, profile, asking));
  const traces = policySet.policies.flatMap((policy) =>
    subjectsOfKind(subjects, policy.subject)
      .filter(({ name }) => names.includes(name))
      .flatMap((each) => tracePolicy(policy, each)),
  );
  const judged = new Set(traces.map(({ name }) => name));
  const unknown = names.filter((name) => !judged.has(name));
  return { traces, unknown, names: namesOf(subjects) };
}

function namesOf(subjects: Subjects): readonly string[] {
  const all = Object.values(subjects).flatMap((kind: readonly AnyJudged[]) => kind);
  return [...new Set(all.map(({ name }) => name))];
}

function tracePolicy(policy: Policy, judged: AnyJudged): readonly RuleTrace[] {
  const traces: RuleTrace[] = [];
  const trace = (rule: Rule, seen: Bindings): void => {
    traces.push(traceRule(policy, rule, judged, seen));
  };
  if (policy.mode === "first") evaluateFirst(policy, judged.reader, trace);
  const bindings = bindPolicy(policy, judged.reader);
  for (const rule of policy.rules) {
    if (policy.mode === "all" || rule.enforcement === "audit") trace(rule, bindings);
  }
  return traces;
}

function traceRule(
  policy: Policy,
  rule: Rule,
  { kind, name }: AnyJudged,
  bindings: Bindings,
): RuleTrace {
  const { text } = rule.condition;
  const { value, steps, isCut } = rule.condition.trace(bindings);
  const inOrder = steps.toSorted((a, b) => a.offset - b.offset);
  const reads = new Map<string, string>();
  for (const step of inOrder) {
    const read = text.slice(step.offset, step.end);
    if (step.slot !== undefined) reads.set(read, formatValue(step.value, describeCause));
  }
  const result = resultOf(value);
  return {
    kind,
    name,
    policy: policy.name,
    rule: rule.name,
    result,
    condition: text,
    reads: [...reads].map(([each, shown]) => ({ name: each, value: shown })),
    isCut,
    isPassed: policy.mode === "first" && rule.enforcement !== "audit" && result === "undecided",
  };
}

function resultOf(value: CelValue): RuleTrace["result"] {
  const { may } = conditionOf(value);
  if (may === TRUE) return "holds";
  if (may === FALSE) return "fails";
  return (may & (TRUE | FALSE)) === 0 ? "error" : "undecided";
}
