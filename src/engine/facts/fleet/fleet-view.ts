import { absent, type Fact, type UnknownFact, type UnknownReason } from "../fact.ts";
import type { LiveObject } from "../live-object.ts";
import type { FactSource } from "../subject.ts";
import { type DaemonSetName, liveDaemonSet } from "./daemon-set.ts";
import { countedPods, type FleetPod, fleetPod, oldestPod, podsByNode } from "./fleet-pod.ts";
import { selectorsOf, whyOpen } from "./listed.ts";
import { controlledBy, type RevisionHistory, revisionHistory } from "./revision-history.ts";

/**
 * What a node runs of the DaemonSet. `missing` does not say that the DaemonSet wants a pod there; `pending`: its pod is
 * not bound to it yet; `ended`: its pod failed or is through. In none of the three does anything run there.
 */
export type NodePodState =
  | "current"
  | "stale"
  | "missing"
  | "pending"
  | "terminating"
  | "ended"
  | "unknown";

export interface FleetNode {
  readonly state: NodePodState;
  /** The pod that counts for the node, if one can be told. */
  readonly pod: FleetPod | undefined;
  /** Why the state is unknown; empty otherwise. */
  readonly reasons: readonly UnknownReason[];
}

/** Which nodes run which revision of one DaemonSet, as far as the snapshot tells. */
export interface FleetView {
  readonly daemonSet: LiveObject;
  /** Absent when there is no such DaemonSet. */
  readonly history: Fact<RevisionHistory>;
  /** Pods that the DaemonSet controls and that were seen, by key. */
  readonly pods: readonly FleetPod[];
  /** Those of them that are live. */
  readonly livePods: readonly FleetPod[];
  /** Why there may be further pods; undefined when all were seen. */
  readonly open: UnknownFact<never> | undefined;
  /** Nodes for which a pod was seen, in order of the pods. */
  readonly nodes: ReadonlyMap<string, FleetNode>;
}

/** Joins a DaemonSet, its revisions and its pods. Keep the result for as long as the source. */
export function fleetView(source: FactSource, name: DaemonSetName): FleetView {
  const daemonSet = liveDaemonSet(source, name);
  if (daemonSet.state !== "value") {
    const open = daemonSet.state === "unknown" ? daemonSet : undefined;
    const history = open ?? absent;
    return { daemonSet, history, pods: [], livePods: [], open, nodes: new Map() };
  }
  const { object } = daemonSet.value;
  const history = revisionHistory(source, daemonSet.value);
  const pods = controlledBy(source, object.metadata.uid ?? "", "Pod").map((entry) =>
    fleetPod(entry, object, history),
  );
  const open = whyOpen(source, {
    kind: "v1/Pod",
    resource: "pods",
    namespace: name.namespace,
    selectors: selectorsOf(object),
  });
  const livePods = pods.filter(({ life }) => life === "live");
  return { daemonSet, history, pods, livePods, open, nodes: judgeNodes(pods, open) };
}

/** What the node runs of the DaemonSet. Is its pod stale? `podStateOn(view, name).state === "stale"`. */
export function podStateOn(view: FleetView, nodeName: string): FleetNode {
  const node = view.nodes.get(nodeName);
  if (node !== undefined) return node;
  if (view.open !== undefined) return unclearNode(view.open);
  return { state: "missing", pod: undefined, reasons: [] };
}

function judgeNodes(
  pods: readonly FleetPod[],
  open: UnknownFact<never> | undefined,
): ReadonlyMap<string, FleetNode> {
  const byNode = podsByNode(countedPods(pods));
  // A pod that was not seen may be older than those that were, and then it counts.
  const judge =
    open === undefined ? (its: SomePods) => judgeNode(its) : (): FleetNode => unclearNode(open);
  return new Map([...byNode].map(([nodeName, its]) => [nodeName, judge(its)]));
}

type SomePods = readonly [FleetPod, ...FleetPod[]];

/** What is up counts; then what keeps the next pod from being made, then the next one, then what is over. */
function judgeNode(pods: SomePods): FleetNode {
  const bound = pods.filter(({ nodeName }) => nodeName !== undefined);
  const [live, ...others] = bound.filter(({ life }) => life === "live");
  if (live !== undefined) return judgeLive([live, ...others]);
  const leaving = bound.find(({ life }) => life === "terminating");
  if (leaving !== undefined) return { state: "terminating", pod: leaving, reasons: [] };
  const next = pods.find(({ life }) => life !== "ended");
  if (next !== undefined) return { state: "pending", pod: next, reasons: [] };
  return { state: "ended", pod: pods[0], reasons: [] };
}

function judgeLive(livePods: SomePods): FleetNode {
  const pod = oldestPod(livePods);
  if (pod.state === "unknown") return unclearNode(pod);
  const { updated } = pod.value;
  if (updated.state === "unknown") return { ...unclearNode(updated), pod: pod.value };
  return { state: updated.value ? "current" : "stale", pod: pod.value, reasons: [] };
}

function unclearNode({ reasons }: UnknownFact<never>): FleetNode {
  return { state: "unknown", pod: undefined, reasons };
}
