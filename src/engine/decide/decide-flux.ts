import { compareText } from "../../input/compare-text.ts";
import { formatTimestamp } from "../../time/time.ts";
import type { FluxDecision, FluxEdge } from "../decision.ts";
import type { Blocker } from "../facts/flux/blocker.ts";
import { type FluxGraph, fluxGraph } from "../facts/flux/flux-graph.ts";
import type { FluxNode } from "../facts/flux/flux-node.ts";
import { kustomizationQuiescent } from "../facts/flux/kustomization-state-facts.ts";
import { tellAttempts, tellHealing, tellRetry } from "../facts/flux/tell-outlook.ts";
import { eachOnce } from "../facts/known.ts";
import type { FactSource, KustomizationSubject } from "../facts/subject.ts";
import type { PolicySet } from "../policy.ts";
import type { Judged, Subjects } from "../subjects.ts";
import { valueOr } from "./value-or.ts";

/** The chain, as far as it is known, for showing it; what it means is for rules to say. Undefined where no policy asks. */
export function decideFlux(
  source: FactSource,
  { policies }: PolicySet,
  { kustomization }: Subjects,
): readonly FluxDecision[] | undefined {
  const isAsked = policies.some(({ subject }) => subject === "kustomization");
  if (!isAsked || kustomization.length === 0) return undefined;
  const judged = new Map(kustomization.map((one) => [`Kustomization/${one.name}`, one]));
  const graph = fluxGraph(source);
  return [...graph.nodes.values()]
    .filter((node) => node.isBlocked !== false || judged.get(node.id)?.subject.root !== undefined)
    .sort((a, b) => compareText(a.id, b.id))
    .map((node) => decideNode(node, graph, judged.get(node.id)));
}

function decideNode(
  node: FluxNode,
  { outlooks }: FluxGraph,
  judged: Judged<KustomizationSubject> | undefined,
): FluxDecision {
  const outlook = outlooks.get(node.id);
  if (outlook === undefined) throw new Error(`${node.id} has no outlook`);
  const over = valueOr(tellAttempts(node, outlook), undefined);
  const retry = valueOr(tellRetry(node, outlook), undefined);
  return {
    object: node.id,
    judged: judged !== undefined,
    state: node.state,
    ready: node.isBlocked === undefined ? "unknown" : !node.isBlocked,
    ...quiescenceOf(judged),
    healing: valueOr(tellHealing(node, outlook), "unknown"),
    ...(over === undefined ? {} : { attemptsOverAt: formatTimestamp(over) }),
    ...(retry === undefined ? {} : { retryUsefulAt: formatTimestamp(retry) }),
    ...attemptOf(node),
    because: node.blockers.map(edgeOf),
    coincident: node.coincident.map(edgeOf),
    missing: eachOnce([
      ...node.reasons,
      ...node.blockers.flatMap(({ unsure }) => unsure?.reason ?? []),
    ]),
  };
}

function quiescenceOf(
  judged: Judged<KustomizationSubject> | undefined,
): Pick<FluxDecision, "quiescent"> {
  const quiescent = judged?.reader.read(kustomizationQuiescent);
  if (quiescent === undefined || quiescent.state === "absent") return {};
  return { quiescent: valueOr(quiescent, "unknown") };
}

function attemptOf({ attempt }: FluxNode): Pick<FluxDecision, "attempt"> {
  if (attempt === undefined || !("at" in attempt)) return {};
  return { attempt: { what: attempt.what, at: formatTimestamp(attempt.at) } };
}

function edgeOf({ object, via, edge, reason, detail }: Blocker): FluxEdge {
  return { object, via, class: edge, reason, detail };
}
