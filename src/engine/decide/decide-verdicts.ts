import { recordOf } from "../../input/record-of.ts";
import { gapsFor, isCovered } from "../../snapshot/coverage.ts";
import type { Verdict } from "../decision.ts";
import { type FactSource, isAboutNodes, type SubjectKind } from "../facts/subject.ts";
import type { Plan } from "../plan/create-plan.ts";
import { INTENTS, type Intent, type Policy, type PolicySet, type Rule } from "../policy.ts";
import type { FindingResult, FirstResult } from "../rules/rule-result.ts";
import type { PolicyResults } from "../rules/run-policies.ts";
import { namesNodes } from "../subjects.ts";
import type { DecidedNode } from "./decide-nodes.ts";
import {
  allows,
  type Contribution,
  denies,
  indeterminate,
  joinContributions,
  mayDeny,
  verdictOf,
} from "./join-verdicts.ts";
import { isFailed, isRefused, type ToDo } from "./to-do.ts";

export interface VerdictInput {
  readonly source: FactSource;
  readonly policySet: PolicySet;
  readonly results: PolicyResults;
  readonly nodes: readonly DecidedNode[];
  readonly plan: Plan;
}

/** What an intent comes to, and of an indeterminate one whether evidence or a rule is at fault. */
export interface IntentVerdict {
  readonly verdict: Verdict;
  readonly because?: "unknown" | "error";
}

/** Intents that nodes bear on; ending a gate is a question to the gate's own fleet. */
const nodeIntents: ReadonlySet<Intent> = new Set(["deploy", "cluster-update", "reboot", "heal"]);

export function decideVerdicts(input: VerdictInput): Readonly<Record<Intent, IntentVerdict>> {
  return recordOf(INTENTS, (intent) => verdictFor(intent, input));
}

function verdictFor(intent: Intent, input: VerdictInput): IntentVerdict {
  const verdict = verdictOf(contributionsTo(intent, input).reduce(joinContributions, allows));
  if (verdict !== "indeterminate") return { verdict };
  return { verdict, because: hasError(intent, input) ? "error" : "unknown" };
}

function* contributionsOf(intent: Intent, input: VerdictInput): Iterable<Contribution> {
  for (const result of input.results.first) yield firstContribution(intent, result);
  for (const finding of input.results.findings) yield findingContribution(intent, finding);
  if (!nodeIntents.has(intent)) return;
  for (const node of input.nodes) yield nodeContribution(node);
  if (hasUnseenNodes(input)) yield indeterminate;
  if (intent === "reboot") yield planContribution(input.plan);
}

function contributionsTo(intent: Intent, input: VerdictInput): readonly Contribution[] {
  return [...contributionsOf(intent, input)];
}

/** What the outcomes' own `denies` say. An error hides what stands below it in the policy. */
function firstContribution(intent: Intent, result: FirstResult): Contribution {
  const verdicts = new Set<Verdict>();
  for (const { rule, outcome } of result.possible) {
    if (outcome === undefined)
      verdicts.add(couldDenyFrom(intent, result, rule.name) ? "indeterminate" : "allow");
    else
      verdicts.add(
        outcome.denies.includes(intent) && rule.enforcement === "deny" ? "deny" : "allow",
      );
  }
  if (verdicts.size > 1) return verdicts;
  return verdicts.has("deny") ? denies : verdicts.has("indeterminate") ? indeterminate : allows;
}

function couldDenyFrom(intent: Intent, { policy }: FirstResult, from: string): boolean {
  const index = policy.rules.findIndex(({ name }) => name === from);
  return rulesFrom(policy, Math.max(index, 0)).some(
    ({ outcome }) => outcome.denies.includes(intent) || outcome.blocked !== undefined,
  );
}

function rulesFrom({ rules, otherwise }: Policy, index: number): readonly Rule[] {
  return otherwise === undefined ? rules.slice(index) : [...rules.slice(index), otherwise];
}

function findingContribution(intent: Intent, { rule, state }: FindingResult): Contribution {
  if (rule.enforcement !== "deny" || !rule.outcome.denies.includes(intent)) return allows;
  if (state === "holds") return denies;
  return state === "error" ? indeterminate : mayDeny;
}

/** An undecided node that nothing may be done with meanwhile allows nothing: allow promises a plan. */
function nodeContribution({ possible, toDo }: DecidedNode): Contribution {
  const open: Verdict = toDo === undefined ? "indeterminate" : "allow";
  const verdicts = new Set<Verdict>([...possible].map((way) => verdictOfWay(way, open)));
  const [only] = verdicts;
  if (verdicts.size === 1)
    return only === "deny" ? denies : only === "allow" ? allows : indeterminate;
  return verdicts;
}

function verdictOfWay(way: ToDo, open: Verdict): Verdict {
  if (isRefused(way)) return "deny";
  return isFailed(way) ? "indeterminate" : open;
}

/** Only reboots count, and of their guards those that no earlier step meets. */
function planContribution(plan: Plan): Contribution {
  const unmet = plan.steps
    .filter(({ obligations }) => obligations.includes("reboot"))
    .flatMap((step) => step.unmet.filter(({ metBy }) => metBy === undefined));
  if (unmet.some(({ because }) => because === "seen")) return denies;
  return unmet.length > 0 ? indeterminate : allows;
}

/** Whether anything that was judged, or is still to be seen, bears on an intent. */
export function isBorneOn(
  intent: Intent,
  { policySet, subjects, hasUnseen }: BearingInput,
): boolean {
  const judged = policySet.policies.filter(({ subject }) => subjects[subject] > 0);
  // A rule that could deny it bears on it, whatever it is about.
  if (
    judged.some((policy) =>
      rulesFrom(policy, 0).some(({ outcome }) => outcome.denies.includes(intent)),
    )
  )
    return true;
  if (!nodeIntents.has(intent)) return false;
  if (hasUnseen || subjects.node + subjects.nodeConfig + subjects.nodeCredential > 0) return true;
  return intent !== "reboot" && judged.length > 0;
}

export interface BearingInput {
  readonly policySet: PolicySet;
  /** Subjects judged, by kind. */
  readonly subjects: Readonly<Record<SubjectKind, number>>;
  readonly hasUnseen: boolean;
}

/** Nodes that were not listed could be refused or held just as well as those that were. */
export function hasUnseenNodes({
  source,
  policySet,
}: Pick<VerdictInput, "source" | "policySet">): boolean {
  const isJudged = policySet.policies.some(({ subject }) => isAboutNodes(subject));
  if (!isJudged || !namesNodes(source.profile)) return false;
  const { snapshot } = source;
  return (
    isCovered(snapshot, { kind: "v1/Node" }) === "open" ||
    gapsFor(snapshot, "objects", "v1/Node").length > 0
  );
}

/** Whether a rule that could have denied the intent failed: then evidence alone will not settle it. */
function hasError(intent: Intent, { results }: VerdictInput): boolean {
  return (
    results.findings.some(
      ({ state, rule }) =>
        state === "error" && rule.enforcement === "deny" && rule.outcome.denies.includes(intent),
    ) ||
    results.first.some((result) =>
      result.possible.some(
        ({ rule, outcome }) =>
          outcome === undefined &&
          (isAboutNodes(result.policy.subject) || couldDenyFrom(intent, result, rule.name)),
      ),
    )
  );
}
