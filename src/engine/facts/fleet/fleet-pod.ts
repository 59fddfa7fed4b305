import { compareText } from "../../../input/compare-text.ts";
import { groupBy } from "../../../input/group-by.ts";
import type { IndexedObject } from "../../../snapshot/object-index.ts";
import type { ClusterObject } from "../../../snapshot/snapshot.ts";
import { compareTimestamps, type Timestamp } from "../../../time/time.ts";
import { type Fact, known, type UnknownFact, unknown } from "../fact.ts";
import { type Known, unknownFor } from "../known.ts";
import { instantAt, listAt, textAt } from "../read-object.ts";
import { asKubectlWrites, readPodsAgain } from "./cures.ts";
import { REVISION_HASH_LABEL, type RevisionHistory } from "./revision-history.ts";

const GENERATION_LABEL = "pod-template-generation";
const GENERATION_ANNOTATION = "deprecated.daemonset.template.generation";

/** A pod that a DaemonSet controls. */
export interface FleetPod {
  readonly key: string;
  readonly object: ClusterObject;
  readonly name: string;
  /** Undefined while it is not bound to a node. */
  readonly nodeName: string | undefined;
  /** The node that it is bound to, or was made for; undefined where neither is told. */
  readonly meantFor: string | undefined;
  /** Live: neither being deleted nor ended. */
  readonly life: "live" | "terminating" | "ended";
  readonly hash: string | undefined;
  readonly createdAt: Timestamp | undefined;
  /** Whether it runs the template that the DaemonSet wants now. */
  readonly updated: Known<boolean>;
}

/** Reads one pod of a DaemonSet. */
export function fleetPod(
  { key, object }: IndexedObject,
  daemonSet: ClusterObject,
  history: Fact<RevisionHistory>,
): FleetPod {
  const phase = textAt(object, ["status", "phase"]);
  const hasEnded = phase === "Succeeded" || phase === "Failed";
  const isDeleting = typeof object.metadata.deletionTimestamp === "string";
  const hash = textAt(object, ["metadata", "labels", REVISION_HASH_LABEL]);
  const nodeName = textAt(object, ["spec", "nodeName"]);
  const isOfGeneration = hasTemplateGeneration(object, daemonSet);
  return {
    key,
    object,
    name: object.metadata.name,
    nodeName,
    meantFor: nodeName ?? affineNode(object),
    life: hasEnded ? "ended" : isDeleting ? "terminating" : "live",
    hash,
    createdAt: instantAt(object, ["metadata", "creationTimestamp"]),
    updated: isOfGeneration ? known(true) : judgeHash(key, hash, history),
  };
}

const NODE_TERMS = [
  "spec",
  "affinity",
  "nodeAffinity",
  "requiredDuringSchedulingIgnoredDuringExecution",
  "nodeSelectorTerms",
] as const;

/** The controller makes each pod for one node, and says so by that node's name (`GetTargetNodeName` of pkg/controller/daemon/util). */
function affineNode(pod: ClusterObject): string | undefined {
  for (const term of listAt(pod, NODE_TERMS)) {
    for (const field of listAt(term, ["matchFields"])) {
      const values = listAt(field, ["values"]);
      const [name] = values;
      const isName =
        textAt(field, ["key"]) === "metadata.name" && textAt(field, ["operator"]) === "In";
      if (isName && values.length === 1 && typeof name === "string") return name;
    }
  }
  return undefined;
}

/** What the controller counts: not those that ended and are being deleted, but whatever else is there. */
export function countedPods(pods: readonly FleetPod[]): readonly FleetPod[] {
  return pods.filter(
    ({ life, object }) => life !== "ended" || typeof object.metadata.deletionTimestamp !== "string",
  );
}

/** The controller takes a pod for updated by this alone, whatever its hash. */
function hasTemplateGeneration(pod: ClusterObject, daemonSet: ClusterObject): boolean {
  const wanted = textAt(daemonSet, ["metadata", "annotations", GENERATION_ANNOTATION]);
  return wanted !== undefined && textAt(pod, ["metadata", "labels", GENERATION_LABEL]) === wanted;
}

function judgeHash(
  key: string,
  hash: string | undefined,
  history: Fact<RevisionHistory>,
): FleetPod["updated"] {
  if (hash === undefined) {
    return unknown("Unparsable", `${key} has no label ${REVISION_HASH_LABEL}`, {
      cure: asKubectlWrites,
    });
  }
  if (history.state === "unknown") return unknownFor(history.reasons);
  if (history.state === "absent" || !history.value.byHash.has(hash)) {
    return notInHistory(key);
  }
  const { revision, hashes } = history.value.current;
  if (!hashes.has(hash)) return known(false);
  return revision.state === "unknown" ? revision : known(true);
}

/** Why a pod's revision cannot be told though its hash can. */
export function notInHistory(key: string): UnknownFact<never> {
  return unknown("Inconsistent", `${key} runs a revision that no ControllerRevision has`, {
    cure: readPodsAgain,
  });
}

/**
 * The pod that counts among those of one node, as the DaemonSet controller chooses it: bound before not
 * bound, then the oldest, then by name. Unknown when creation times that would decide are.
 */
export function oldestPod(pods: readonly [FleetPod, ...FleetPod[]]): Known<FleetPod> {
  const undated = pods.find(({ createdAt }) => createdAt === undefined);
  if (pods.length > 1 && undated !== undefined) {
    const detail = `${undated.key} has no creation time, so which pod of its node is the oldest is not known`;
    return unknown("Unparsable", detail, { cure: asKubectlWrites });
  }
  return known(pods.reduce((oldest, pod) => (comparePods(pod, oldest) < 0 ? pod : oldest)));
}

/** The pods by the node that they are meant for; those of which that is not told are left out. */
export function podsByNode(
  pods: readonly FleetPod[],
): ReadonlyMap<string, readonly [FleetPod, ...FleetPod[]]> {
  return groupBy(pods, ({ meantFor }) => meantFor);
}

function comparePods(a: FleetPod, b: FleetPod): number {
  const isBound = Number(b.nodeName !== undefined) - Number(a.nodeName !== undefined);
  if (isBound !== 0) return isBound;
  const byAge =
    a.createdAt === undefined || b.createdAt === undefined
      ? 0
      : compareTimestamps(a.createdAt, b.createdAt);
  return byAge !== 0 ? byAge : compareText(a.name, b.name);
}
