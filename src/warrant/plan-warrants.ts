import type { Decision, MissingFact, NodeDecision, PlanStep } from "../engine/decision.ts";
import { type EvaluateOptions, evaluateOpenly } from "../engine/evaluate.ts";
import { isDisruptive, type PolicySet } from "../engine/policy.ts";
import { ENGINE_VERSION } from "../generated/engine-version.ts";
import type { Profile } from "../profile/profile.ts";
import { compareInstants } from "../snapshot/instant.ts";
import type { Snapshot } from "../snapshot/snapshot.ts";
import { bindNode } from "./bind-node.ts";
import { speaksAgainst } from "./intent-denials.ts";
import { nodeFinder, type SeenNode } from "./seen-node.ts";
import {
  checkValidMinutes,
  contentDigestOf,
  minutesAfter,
  VALID_MINUTES_DEFAULT,
  type Warrant,
} from "./warrant.ts";

export interface WarrantOptions extends EvaluateOptions {
  /** Minutes for which warrants are good, 1 to 1440 (default 60); less where time alone may change the decision. */
  readonly validMinutes?: number;
}

/** A step that gets no warrant, and why: what it would bind is not known, or something speaks against it. */
export interface WithheldWarrant {
  readonly node: string;
  readonly because: "NotBound" | "IntentDenied" | "IntentUndecided";
  readonly message: string;
  /** What is not known, and what would settle it. */
  readonly missing: readonly MissingFact[];
}

/** A decision, its plan, and leave to carry out the plan's steps. */
export interface WarrantedPlan {
  readonly decision: Decision;
  /** In the order of the plan's steps. */
  readonly warrants: readonly Warrant[];
  readonly withheld: readonly WithheldWarrant[];
}

/**
 * Decides, and issues a warrant for each step of the plan that was decided, or that a policy asks for while something
 * is not known. Nodes that are held or undecided have no step, and so none.
 *
 * @throws RangeError when `validMinutes` is no whole number from 1 to 1440.
 */
export function planWarrants(
  policySet: PolicySet,
  snapshot: Snapshot,
  profile: Profile,
  options: WarrantOptions = {},
): WarrantedPlan {
  const { holder } = options;
  const validMinutes = checkValidMinutes(options.validMinutes ?? VALID_MINUTES_DEFAULT);
  const evaluation = evaluateOpenly(policySet, snapshot, profile, options);
  const { decision } = evaluation;
  const terms: Terms = {
    takenAt: decision.takenAt,
    issuedAt: decision.evaluatedAt,
    validUntil: endOf(decision, validMinutes),
    ...(holder === undefined || holder === "" ? {} : { holder }),
    digests: decision.digests,
    engine: ENGINE_VERSION,
  };
  const find = nodeFinder(evaluation.source, evaluation.subjects);
  const nodes = new Map(decision.nodes.map((node) => [node.name, node]));
  const issued = decision.plan.steps.map((step) =>
    issue(step, { seen: find(step.node), node: nodes.get(step.node), decision }, terms),
  );
  return {
    decision,
    warrants: issued.flatMap((each) => ("digest" in each ? [each] : [])),
    withheld: issued.flatMap((each) => ("digest" in each ? [] : [each])),
  };
}

/** So many minutes on, but not beyond the first instant at which time alone may change what was decided. */
function endOf({ evaluatedAt, until }: Decision, minutes: number): string {
  const end = minutesAfter(evaluatedAt, minutes);
  return until !== undefined && compareInstants(until, end) < 0 ? until : end;
}

type Terms = Pick<Warrant, "takenAt" | "issuedAt" | "validUntil" | "holder" | "digests" | "engine">;

interface Judged {
  readonly seen: SeenNode | undefined;
  readonly node: NodeDecision | undefined;
  readonly decision: Decision;
}

function issue(
  step: PlanStep,
  { seen, node, decision }: Judged,
  terms: Terms,
): Warrant | WithheldWarrant {
  if (node === undefined || seen === undefined)
    throw new RangeError("a step of the plan is about a node that was judged");
  const [denial] = speaksAgainst(decision, step.obligations);
  if (denial !== undefined) {
    const because = denial.because === "seen" ? "IntentDenied" : "IntentUndecided";
    return { node: step.node, because, message: denial.message, missing: [] };
  }
  if (isDisruptive(step.obligations) && seen.source.profile.spec.nodes?.ownership === undefined)
    return { node: step.node, because: "NotBound", message: noOwnership, missing: [] };
  const bound = bindNode(seen, step.obligations);
  if (bound.missing.length > 0) {
    const names = bound.missing.map(({ fact }) => `\`${fact}\``).join(", ");
    const message = `not known, and so not to be bound: ${names}`;
    return { node: step.node, because: "NotBound", message, missing: bound.missing };
  }
  const content: Omit<Warrant, "digest"> = {
    apiVersion: "fleetwarrant.dev/v1alpha1",
    kind: "Warrant",
    ...terms,
    ...bound.value,
    action: actionOf(node),
  };
  return { ...content, digest: contentDigestOf(content) };
}

const noOwnership =
  "the profile names no owner annotation (nodes.ownership), so neither a claim nor whose cordon it is could be seen before the node goes down";

function actionOf({ obligations, reason, rules }: NodeDecision): Warrant["action"] {
  return {
    obligations,
    basis: rules.some((rule) => rule.endsWith("/whenUnknown")) ? "whenUnknown" : "decided",
    reason,
    rules,
  };
}
