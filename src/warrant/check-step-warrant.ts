import { type EvaluateOptions, evaluateOpenly, type OpenEvaluation } from "../engine/evaluate.ts";
import { stepOnNode } from "../engine/facts/fleet/canary.ts";
import type { FleetPod } from "../engine/facts/fleet/fleet-pod.ts";
import { type NodeAdoption, nodeAdoptions } from "../engine/facts/fleet/node-adoptions.ts";
import { podReady } from "../engine/facts/fleet/pod-ready.ts";
import { toldSteps } from "../engine/facts/fleet/told-steps.ts";
import { viewOf } from "../engine/facts/fleet/view-of.ts";
import { reasonsOf } from "../engine/facts/known.ts";
import { nodeReady } from "../engine/facts/node/node-ready.ts";
import { listNodes, nodesSharedOf } from "../engine/facts/node/nodes-shared.ts";
import type { FleetSubject, NodeSubject } from "../engine/facts/subject.ts";
import type { PolicySet } from "../engine/policy.ts";
import { rolloutOf } from "../engine/rollout/plan-rollout.ts";
import type { RolloutPhase } from "../engine/rollout/rollout-plan.ts";
import { everyNode, type Judged } from "../engine/subjects.ts";
import type { Profile } from "../profile/profile.ts";
import type { Snapshot } from "../snapshot/snapshot.ts";
import { doubtTerms } from "./bound-terms.ts";
import { doubtful, nextOf, type WarrantCheck, type WarrantOutcome } from "./check-warrant.ts";
import { type Doubt, moved, unconfirmed } from "./doubt.ts";
import type { Hindrance } from "./intent-denials.ts";
import type { StepWarrant } from "./step-warrant.ts";

type StepPhase = RolloutPhase["phase"];
type StepWarrantOutcome = WarrantOutcome<StepPhase>;
/** The answer to one check of a rollout's step. */
export type StepWarrantCheck = WarrantCheck<StepPhase>;

/**
 * Decides on fresh evidence whether the warrant of a rollout's step still stands, and which phase is next. A template
 * that moved voids it at any phase, and so does a pod that is neither the bound one nor of the bound revision.
 */
// biome-ignore lint/complexity/useMaxParams: the warrant, and what `evaluate` takes
export function checkStepWarrant(
  warrant: StepWarrant,
  fresh: Snapshot,
  policySet: PolicySet,
  profile: Profile,
  options: EvaluateOptions = {},
): StepWarrantCheck {
  const evaluation = evaluateOpenly(policySet, fresh, profile, options);
  const { takenAt, evaluatedAt } = evaluation.decision;
  return {
    apiVersion: "fleetwarrant.dev/v1alpha1",
    kind: "WarrantCheck",
    node: warrant.node.name,
    takenAt,
    evaluatedAt,
    warrant: warrant.digest,
    ...outcomeOf(warrant, evaluation),
  };
}

function outcomeOf(warrant: StepWarrant, evaluation: OpenEvaluation): StepWarrantOutcome {
  const { decision, source, subjects } = evaluation;
  const fleet = subjects.fleet.find(({ name }) => name === warrant.daemonSet.name);
  const adoption =
    fleet && nodeAdoptions(fleet.subject).find((each) => each.node === warrant.node.name);
  const isBegun =
    adoption?.state === "terminating" || adoption?.pod?.object.metadata.uid !== warrant.pod.uid;
  const terms = doubtTerms(warrant, decision, { source, isBegun });
  if (fleet === undefined) {
    const { name } = warrant.daemonSet;
    const gone = moved({ fact: "daemonSet.name", bound: name, now: null });
    return doubtful([...terms, ...gone]) ?? { outcome: "done" };
  }
  const node = everyNode(source).find(({ name }) => name === warrant.node.name);
  const progress = progressOf(warrant, { fleet, adoption, node });
  return (
    doubtful([
      ...terms,
      ...doubtFleet(warrant, fleet),
      ...doubtNode(warrant, node, evaluation),
      ...progress.doubts,
    ]) ?? nextOf(progress, guardsOf(warrant, progress, evaluation))
  );
}

/** The DaemonSet is the one, and wants the bound revision. */
function doubtFleet(warrant: StepWarrant, { subject }: Judged<FleetSubject>): readonly Doubt[] {
  const { daemonSet, history } = viewOf(subject);
  const { uid } = warrant.daemonSet;
  if (daemonSet.state === "unknown") return unconfirmed("daemonSet.uid", uid, daemonSet.reasons);
  const now = daemonSet.state === "value" ? (daemonSet.value.object.metadata.uid ?? null) : null;
  if (now !== uid) return moved({ fact: "daemonSet.uid", bound: uid, now });
  const { revision: bound } = warrant;
  if (history.state === "unknown") return unconfirmed("revision", bound, history.reasons);
  if (history.state === "absent") return moved({ fact: "revision", bound, now: null });
  const { hashes, revision } = history.value.current;
  if (revision.state === "unknown") return unconfirmed("revision", bound, revision.reasons);
  return hashes.has(bound) ? [] : moved({ fact: "revision", bound, now: revision.value.hash });
}

function doubtNode(
  { node: { name, uid } }: StepWarrant,
  node: Judged<NodeSubject> | undefined,
  { source }: OpenEvaluation,
): readonly Doubt[] {
  const now = node?.subject.node.metadata.uid ?? null;
  if (now === uid) return [];
  const reasons = nodesSharedOf(source).unseen();
  if (node === undefined && reasons.length > 0) return unconfirmed("node.uid", uid, reasons);
  if (node === undefined || now !== null) return moved({ fact: "node.uid", bound: uid, now });
  const detail = `Node ${name} is in the snapshot without UID`;
  return unconfirmed("node.uid", uid, [{ code: "Partial", detail, cure: listNodes }]);
}

interface StepProgress {
  readonly doubts: readonly Doubt[];
  /** What is left, the next phase first. */
  readonly remaining: readonly StepPhase[];
}

interface SeenStep {
  readonly fleet: Judged<FleetSubject>;
  readonly adoption: NodeAdoption | undefined;
  readonly node: Judged<NodeSubject> | undefined;
}

/** How far the step has come, by the pod that counts for the node. */
function progressOf(warrant: StepWarrant, seen: SeenStep): StepProgress {
  const { open, pods } = viewOf(seen.fleet.subject);
  const { pod: bound } = warrant;
  if (open !== undefined) return doubted(unconfirmed("pod.uid", bound.uid, open.reasons));
  const { adoption } = seen;
  // Deleted or over, and the next one is still to be made.
  if (adoption === undefined || adoption.state === "ended")
    return { doubts: [], remaining: ["ready", "record"] };
  const { pod, state } = adoption;
  if (pod === undefined) return doubted(unconfirmed("pod.uid", bound.uid, adoption.reasons));
  const uid = pod.object.metadata.uid ?? null;
  if (uid === bound.uid)
    return {
      doubts: [],
      remaining: state === "terminating" ? ["ready", "record"] : ["replace", "ready", "record"],
    };
  if (pod.hash !== warrant.revision) {
    const now = pod.hash ?? null;
    return doubted(moved({ fact: "pod.revision", bound: warrant.revision, now }));
  }
  const isThere = pods.some(
    ({ life, object }) => life !== "ended" && object.metadata.uid === bound.uid,
  );
  // Two agents on one node: neither is to be checked before the old one is gone.
  if (isThere) return { doubts: [], remaining: ["ready", "record"] };
  return progressOfNew(warrant, pod, seen);
}

function doubted(doubts: readonly Doubt[]): StepProgress {
  return { doubts, remaining: [] };
}

/** The new pod is there: whether it is up, and what was recorded of it. */
function progressOfNew(
  { node: { name } }: StepWarrant,
  pod: FleetPod,
  { fleet, adoption, node }: SeenStep,
): StepProgress {
  const told = toldSteps(fleet.subject);
  if (told.state === "unknown") return doubted(unconfirmed("step", "verified", told.reasons));
  const steps =
    told.state === "value" ? told.value.filter(({ record }) => record.node === name) : [];
  const result = adoption && stepOnNode(steps, adoption)?.record.result;
  if (result === "failed") return doubted(moved({ fact: "step", bound: "verified", now: result }));
  if (result === "verified") return { doubts: [], remaining: [] };
  const ready = [podReady(pod), ...(node === undefined ? [] : [node.reader.read(nodeReady)])];
  const reasons = reasonsOf(ready);
  if (reasons.length > 0) return doubted(unconfirmed("ready", true, reasons));
  const isUp = ready.every((fact) => fact.state === "value" && fact.value);
  return { doubts: [], remaining: isUp ? ["record"] : ["ready", "record"] };
}

/** Only the replacement asks for leave; what comes after it is waiting and looking. */
function guardsOf(
  { daemonSet, node }: StepWarrant,
  { remaining }: StepProgress,
  evaluation: OpenEvaluation,
): readonly Hindrance[] {
  if (remaining[0] !== "replace") return [];
  const fleet = rolloutOf(evaluation).fleets.find((each) => each.daemonSet === daemonSet.name);
  const step = fleet?.steps.find((each) => each.node === node.name);
  if (step?.action === "step-agent") return step.unmet;
  const message = fleet?.dropped.includes(node.name)
    ? "the node is leaving"
    : `the rollout's plan has no such step: it is ${fleet?.standing ?? "absent"}`;
  const because = fleet?.standing === "unknown" ? "unknown" : "seen";
  return [{ guard: "Planned", because, message }];
}
