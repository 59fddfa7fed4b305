import { recordOf } from "../input/record-of.ts";
import type { Profile } from "../profile/profile.ts";
import { digestOf } from "../snapshot/digest.ts";
import type { Snapshot } from "../snapshot/snapshot.ts";
import { formatTimestamp, Timestamp } from "../time/time.ts";
import { countDecision } from "./decide/count-decision.ts";
import { decideFindings } from "./decide/decide-findings.ts";
import { decideFleets } from "./decide/decide-fleets.ts";
import { decideFlux } from "./decide/decide-flux.ts";
import { decideGates } from "./decide/decide-gates.ts";
import { decideNodes } from "./decide/decide-nodes.ts";
import { decidePipeline } from "./decide/decide-pipeline.ts";
import { decideVerdicts, hasUnseenNodes, isBorneOn } from "./decide/decide-verdicts.ts";
import { measureDisruption } from "./decide/measure-disruption.ts";
import type { Decision, NodeDecision } from "./decision.ts";
import type { EffectTable } from "./effects/effect-table.ts";
import { createFactSource } from "./fact-source.ts";
import type { FactSource } from "./facts/subject.ts";
import { createPlan, type Plan } from "./plan/create-plan.ts";
import { INTENTS, type Intent, type PolicySet } from "./policy.ts";
import { runPolicies } from "./rules/run-policies.ts";
import { type AnyJudged, listSubjects, type Subjects } from "./subjects.ts";

export interface EvaluateOptions {
  /** The intent that `verdict` is about (default `deploy`); all are told in `verdicts`. */
  readonly intent?: Intent;
  /** When to judge; moves windows and horizons but not the evidence. Default: the snapshot's `takenAt`. */
  readonly evaluatedAt?: Timestamp;
  /** Who asks, as its owner annotations name it: its own claims on nodes hold nothing up. */
  readonly holder?: string;
  /** What changes to machine configs cost (`readEffectTables`). Default: by the shipped table. */
  readonly effects?: EffectTable;
  /** A snapshot of the same cluster that was taken before: facts about what changed since read it. */
  readonly earlier?: Snapshot;
}

/**
 * Decides from a snapshot. The same input gives the same decision, byte for byte; nothing else is read.
 * What is not known stays visible as such, and never becomes an allow, nothing to do, or a reboot.
 *
 * The fast pass (`runPolicies`) gives results: waivers have their place between those and what follows,
 * which decides from results alone and explains only what was determined.
 */
export function evaluate(
  policySet: PolicySet,
  snapshot: Snapshot,
  profile: Profile,
  options: EvaluateOptions = {},
): Decision {
  return evaluateOpenly(policySet, snapshot, profile, options).decision;
}

/** A decision with what it was made from: for those who go on from there. */
export interface OpenEvaluation {
  readonly decision: Decision;
  readonly source: FactSource;
  readonly subjects: Subjects;
  /** The plan, were these the nodes' decisions: guards are judged for what they ask for. */
  readonly planFor: (nodes: readonly NodeDecision[]) => Plan;
}

/** Decides as `evaluate` does, and keeps what was read. */
export function evaluateOpenly(
  policySet: PolicySet,
  snapshot: Snapshot,
  profile: Profile,
  options: EvaluateOptions = {},
): OpenEvaluation {
  const source = createFactSource(snapshot, profile, options);
  const subjects = listSubjects(source);
  const results = runPolicies(policySet, subjects);
  const findings = decideFindings(results);
  const decided = decideNodes(results);
  const nodes = decided.map((node) => node.decision);
  const planFor = (wanted: readonly NodeDecision[]): Plan => createPlan(wanted, source, subjects);
  const plan = planFor(nodes);
  const gates = decideGates({ policySet, subjects, results, findings });
  const isJudged = policySet.policies.some(({ subject }) => subject === "step");
  const pipeline = decidePipeline(isJudged, subjects, findings);
  const verdicts = decideVerdicts({ source, policySet, results, nodes: decided, plan });
  const counts = countDecision(profile, policySet, { subjects, results, nodes, findings });
  const intent = options.intent ?? "deploy";
  const bearingInput = {
    policySet,
    subjects: counts.subjects,
    hasUnseen: hasUnseenNodes({ source, policySet }),
  };
  const bearing = INTENTS.filter((each) => isBorneOn(each, bearingInput));
  // Nothing judged is not a pass.
  const vacuous = !bearing.includes(intent);
  const { verdict, because } = verdicts[intent];
  const until = firstChange(subjects);
  const flux = decideFlux(source, policySet, subjects);
  const decision: Decision = {
    apiVersion: "fleetwarrant.dev/v1alpha1",
    kind: "Decision",
    takenAt: snapshot.takenAt,
    evaluatedAt: formatTimestamp(source.evaluatedAt),
    ...(options.earlier === undefined ? {} : { earlierTakenAt: options.earlier.takenAt }),
    ...(until === undefined ? {} : { until: formatTimestamp(until) }),
    intent,
    verdict: vacuous ? "indeterminate" : verdict,
    ...(because === undefined || vacuous ? {} : { because }),
    vacuous,
    verdicts: recordOf(bearing, (each) => verdicts[each].verdict),
    gates,
    fleets: decideFleets(subjects.fleet),
    nodes,
    ...(pipeline === undefined ? {} : { pipeline }),
    ...(flux === undefined ? {} : { flux }),
    disruption: measureDisruption(plan.steps, profile),
    plan,
    findings,
    counts,
    digests: {
      policies: policySet.digest,
      profile: digestOf(profile),
      effects: source.effects.digest,
    },
  };
  return { decision, source, subjects, planFor };
}

/** The earliest instant at which a fact that was read may differ by time alone. */
function firstChange(subjects: Subjects): Timestamp | undefined {
  const untils = Object.values(subjects).flatMap((kind: readonly AnyJudged[]) =>
    kind.map(({ reader }) => reader.untilSeconds()),
  );
  const first = untils.reduce((a, b) => Math.min(a, b), Number.POSITIVE_INFINITY);
  return Number.isFinite(first) ? new Timestamp(first, 0) : undefined;
}
