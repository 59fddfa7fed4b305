import { evaluateOpenly, type OpenEvaluation } from "../engine/evaluate.ts";
import { viewOf } from "../engine/facts/fleet/view-of.ts";
import type { PolicySet } from "../engine/policy.ts";
import { rolloutOf } from "../engine/rollout/plan-rollout.ts";
import type { RolloutPlan, RolloutStep } from "../engine/rollout/rollout-plan.ts";
import { ENGINE_VERSION } from "../generated/engine-version.ts";
import type { Profile } from "../profile/profile.ts";
import type { Snapshot } from "../snapshot/snapshot.ts";
import type { WarrantOptions } from "./plan-warrants.ts";
import type { StepWarrant } from "./step-warrant.ts";
import {
  checkValidMinutes,
  contentDigestOf,
  minutesAfter,
  VALID_MINUTES_DEFAULT,
} from "./warrant.ts";

/** A step that gets no warrant, because something that it would bind was not given. */
export interface WithheldStep {
  readonly daemonSet: string;
  readonly node: string;
  readonly message: string;
}

/** A rollout's plan, and leave to take its steps, each at its turn. */
export interface WarrantedRollout {
  readonly plan: RolloutPlan;
  /** In the order of the plan, one for each step that replaces a pod. */
  readonly warrants: readonly StepWarrant[];
  readonly withheld: readonly WithheldStep[];
}

/**
 * Plans rollouts, and issues a warrant for each step that replaces a pod. Whether its turn has come is asked at the
 * check: until then it is paused.
 *
 * @throws RangeError when `validMinutes` is no whole number from 1 to 1440.
 */
export function planStepWarrants(
  policySet: PolicySet,
  snapshot: Snapshot,
  profile: Profile,
  options: WarrantOptions = {},
): WarrantedRollout {
  const validMinutes = checkValidMinutes(options.validMinutes ?? VALID_MINUTES_DEFAULT);
  const evaluation = evaluateOpenly(policySet, snapshot, profile, options);
  const plan = rolloutOf(evaluation);
  const issued = plan.fleets.flatMap(({ daemonSet, steps }) => {
    const uid = daemonSetUid(daemonSet, evaluation);
    return steps
      .filter(({ action }) => action === "step-agent")
      .map((step) => issue(step, { name: daemonSet, uid }, { evaluation, validMinutes }));
  });
  return {
    plan,
    warrants: issued.flatMap((each) => ("digest" in each ? [each] : [])),
    withheld: issued.flatMap((each) => ("digest" in each ? [] : [each])),
  };
}

function daemonSetUid(daemonSet: string, { subjects }: OpenEvaluation): string {
  const fleet = subjects.fleet.find(({ name }) => name === daemonSet);
  const found = fleet && viewOf(fleet.subject).daemonSet;
  return found?.state === "value" ? (found.value.object.metadata.uid ?? "") : "";
}

interface Issuing {
  readonly evaluation: OpenEvaluation;
  readonly validMinutes: number;
}

function issue(
  step: RolloutStep,
  daemonSet: StepWarrant["daemonSet"],
  { evaluation: { decision, source }, validMinutes }: Issuing,
): StepWarrant | WithheldStep {
  const { node, pod, from, record, delta } = step;
  const cluster = source.snapshot.metadata?.cluster ?? "";
  const nodeUid = step.uid ?? "";
  const lacking = [
    ["the cluster, by the UID of its kube-system Namespace", cluster],
    ["the UID of the DaemonSet", daemonSet.uid],
    ["the UID of the Node", nodeUid],
    ["the UID of the pod", pod.uid],
  ].flatMap(([what = "", value]) => (value === "" ? [what] : []));
  if (lacking.length > 0) {
    const message = `not known, and so not to be bound: ${lacking.join(", ")}`;
    return { daemonSet: daemonSet.name, node, message };
  }
  const content: Omit<StepWarrant, "digest"> = {
    apiVersion: "fleetwarrant.dev/v1alpha1",
    kind: "StepWarrant",
    takenAt: decision.takenAt,
    issuedAt: decision.evaluatedAt,
    // Not cut short where time may change a decision: a step rests on none but its guards, which each check asks anew.
    validUntil: minutesAfter(decision.evaluatedAt, validMinutes),
    cluster,
    daemonSet,
    node: { name: node, uid: nodeUid },
    pod,
    from,
    revision: record.revision,
    delta,
    digests: decision.digests,
    engine: ENGINE_VERSION,
  };
  return { ...content, digest: contentDigestOf(content) };
}
