import { recordOf } from "../../input/record-of.ts";
import type { Profile } from "../../profile/profile.ts";
import {
  ACTIONS,
  type Action,
  type DecisionCounts,
  type Finding,
  type NodeDecision,
} from "../decision.ts";
import { isAboutNodes, type SubjectKind } from "../facts/subject.ts";
import type { PolicySet } from "../policy.ts";
import type { PolicyResults } from "../rules/run-policies.ts";
import type { Subjects } from "../subjects.ts";

/** Says how much was judged: each kind of subject, each action and each rule, zero included. */
export function countDecision(
  profile: Profile,
  policySet: PolicySet,
  judged: {
    readonly subjects: Subjects;
    readonly results: PolicyResults;
    readonly nodes: readonly NodeDecision[];
    readonly findings: readonly Finding[];
  },
): DecisionCounts {
  const actions: Record<Action, number> = recordOf(ACTIONS, () => 0);
  for (const { action } of judged.nodes) actions[action] += 1;
  return {
    subjects: countSubjects(policySet, judged.subjects),
    actions,
    rules: countRules(policySet, judged.results),
    unjudged: unjudgedKinds(policySet, judged.subjects),
    notApplicable: notApplicable(profile),
  };
}

const kinds: readonly SubjectKind[] = [
  "gate",
  "gatedFleet",
  "fleet",
  "node",
  "nodeConfig",
  "nodeCredential",
  "credential",
  "step",
  "source",
  "kustomization",
];

/** A subject that no policy is about was not judged. */
function countSubjects(policySet: PolicySet, subjects: Subjects): Record<SubjectKind, number> {
  const counts = recordOf(kinds, () => 0);
  for (const { subject } of policySet.policies) counts[subject] = subjects[subject].length;
  return counts;
}

function unjudgedKinds(policySet: PolicySet, subjects: Subjects): readonly SubjectKind[] {
  return kinds.filter(
    (kind) =>
      subjects[kind].length > 0 &&
      policySet.policies.every(({ subject }) => !isJudgedWith(kind, subject)),
  );
}

/** A policy about a node's credentials judges the node as well. */
function isJudgedWith(kind: SubjectKind, subject: SubjectKind): boolean {
  return subject === kind || (kind === "node" && isAboutNodes(subject));
}

function countRules(policySet: PolicySet, results: PolicyResults): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { name, rules } of policySet.policies) {
    for (const rule of rules) counts[`${name}/${rule.name}`] = 0;
  }
  const count = (name: string): void => {
    counts[name] = (counts[name] ?? 0) + 1;
  };
  for (const { policy, decided } of results.first) {
    if (decided !== undefined) count(`${policy.name}/${decided.rule.name}`);
  }
  for (const { policy, rule, state } of results.findings) {
    if (state === "holds") count(`${policy.name}/${rule.name}`);
  }
  return counts;
}

/** What the profile does not name, so that nobody takes silence about it for a pass. */
function notApplicable({ spec }: Profile): readonly string[] {
  const gates = spec.gates ?? [];
  return [
    ...(gates.length === 0 ? ["gates"] : []),
    ...gates.flatMap(({ name, daemonSet }) =>
      daemonSet === undefined ? [`fleet of gate ${name}`] : [],
    ),
    ...((spec.credentials ?? []).length === 0 ? ["credentials"] : []),
    ...(spec.pipeline === undefined ? ["pipeline"] : []),
    ...((spec.sources ?? []).length === 0 ? ["sources"] : []),
    ...(spec.flux === undefined ? ["Flux"] : []),
  ];
}
