import { compareText } from "../../input/compare-text.ts";
import { groupBy } from "../../input/group-by.ts";
import type {
  FleetAdoption,
  FleetNodeAdoption,
  FleetRevision,
  FleetStepDelta,
} from "../decision.ts";
import { stepOnNode } from "../facts/fleet/canary.ts";
import { fleetBehind } from "../facts/fleet/fleet-behind.ts";
import { fleetMissingNodes } from "../facts/fleet/fleet-missing-nodes.ts";
import { fleetAdopted, fleetCanaried, fleetReconciled } from "../facts/fleet/fleet-progress.ts";
import { type NodeAdoption, nodeAdoptions } from "../facts/fleet/node-adoptions.ts";
import { podReady } from "../facts/fleet/pod-ready.ts";
import {
  describeRevision,
  type Revision,
  type RevisionHistory,
} from "../facts/fleet/revision-history.ts";
import { templateDelta } from "../facts/fleet/template-delta.ts";
import { type ToldStep, toldSteps } from "../facts/fleet/told-steps.ts";
import { undoReplacesPods, undoRevision } from "../facts/fleet/undo.ts";
import { viewOf } from "../facts/fleet/view-of.ts";
import { textAt } from "../facts/read-object.ts";
import type { FleetSubject } from "../facts/subject.ts";
import type { Judged } from "../subjects.ts";
import { decideFleet } from "./decide-fleet.ts";
import { valueOr } from "./value-or.ts";

/** The adoption matrix of every DaemonSet that the profile names, for showing it; rules say what it means. */
export function decideFleets(fleets: readonly Judged<FleetSubject>[]): readonly FleetAdoption[] {
  return fleets.map(adoptionOf);
}

function adoptionOf(judged: Judged<FleetSubject>): FleetAdoption {
  const { reader, subject } = judged;
  const nodes = [...nodeAdoptions(subject)].sort((a, b) => compareText(a.node, b.node));
  const { history } = viewOf(subject);
  const known = history.state === "value" ? history.value : undefined;
  const canaried = reader.read(fleetCanaried);
  const missing = valueOr(reader.read(fleetMissingNodes), []);
  const undo = valueOr(reader.read(undoRevision), undefined);
  return {
    ...decideFleet(judged),
    behind: valueOr(reader.read(fleetBehind), "unknown"),
    reconciled: valueOr(reader.read(fleetReconciled), "unknown"),
    ...(canaried.state === "absent" ? {} : { canaried: valueOr(canaried, "unknown") }),
    adopted: valueOr(reader.read(fleetAdopted), "unknown"),
    revisions: known === undefined ? [] : revisionsOf(known, nodes),
    nodes: rowsOf(nodes, toldSteps(subject)),
    ...(missing.length === 0 ? {} : { missing }),
    steps: known === undefined ? [] : stepsOf(known, nodes),
    ...(undo === undefined
      ? {}
      : {
          undo: {
            revision: undo,
            replacesPods: valueOr(reader.read(undoReplacesPods), "unknown"),
          },
        }),
  };
}

/** From the lowest that runs to the highest recorded; what lies below runs nowhere and waits for nothing. */
function revisionsOf(
  { revisions, current }: RevisionHistory,
  nodes: readonly NodeAdoption[],
): readonly FleetRevision[] {
  const counts = new Map<Revision, number>();
  for (const { revision } of nodes) {
    if (revision !== undefined) counts.set(revision, (counts.get(revision) ?? 0) + 1);
  }
  const wanted = current.revision.state === "value" ? current.revision.value : undefined;
  const lowest = revisions.findIndex((one) => counts.has(one) || one === wanted);
  return (lowest < 0 ? [] : revisions.slice(lowest)).map((revision, index) => {
    const before = index === 0 ? undefined : revisions[lowest + index - 1];
    const createdAt = textAt(revision.object, ["metadata", "creationTimestamp"]);
    return {
      number: revision.number,
      name: revision.name,
      hash: revision.hash,
      ...(createdAt === undefined ? {} : { createdAt }),
      nodes: counts.get(revision) ?? 0,
      isWanted: revision === wanted,
      changes: before === undefined ? [] : templateDelta(before.template, revision.template),
    };
  });
}

function rowsOf(
  nodes: readonly NodeAdoption[],
  told: ReturnType<typeof toldSteps>,
): readonly FleetNodeAdoption[] {
  const byNode =
    told.state === "value" ? groupBy(told.value, ({ record }) => record.node) : undefined;
  return nodes.map((node) => {
    const { pod, revision, behind } = node;
    const createdAt = textAt(pod?.object, ["metadata", "creationTimestamp"]);
    const ready = pod === undefined ? undefined : podReady(pod);
    return {
      node: node.node,
      state: node.state,
      ...(revision === undefined ? {} : { revision: revision.hash }),
      ...(behind === undefined ? {} : { behind }),
      ...(createdAt === undefined ? {} : { podCreatedAt: createdAt }),
      ...(ready?.state === "value" ? { ready: ready.value } : {}),
      ...(byNode === undefined || pod === undefined
        ? {}
        : { step: stepWord(byNode.get(node.node) ?? [], node) }),
    };
  });
}

function stepWord(
  steps: readonly ToldStep[],
  node: NodeAdoption,
): NonNullable<FleetNodeAdoption["step"]> {
  const step = stepOnNode(steps, node);
  return step === undefined ? "none" : (step.record.result ?? "unverified");
}

function stepsOf(
  { desired }: RevisionHistory,
  nodes: readonly NodeAdoption[],
): readonly FleetStepDelta[] {
  const stale = nodes.filter(({ state }) => state === "stale");
  const groups = [...groupBy(stale, ({ revision }) => revision)];
  return groups
    .sort(([a], [b]) => a.number - b.number || compareText(a.name, b.name))
    .map(([revision, its]) => ({
      from: describeRevision(revision),
      nodes: its.map(({ node }) => node),
      delta: templateDelta(revision.template, desired),
    }));
}
