import { absent, type Fact, type UnknownFact, type UnknownReason } from "../fact.ts";
import type { LiveObject } from "../live-object.ts";
import type { FactSource } from "../subject.ts";
import { type DaemonSetName, liveDaemonSet } from "./daemon-set.ts";
import { type FleetPod, fleetPod, oldestPod, podsByNode } from "./fleet-pod.ts";
import { selectorsOf, whyOpen } from "./listed.ts";
import { controlledBy, type RevisionHistory, revisionHistory } from "./revision-history.ts";

/** What a node runs of the DaemonSet. `missing` does not say that the DaemonSet wants a pod there. */
export type NodePodState = "current" | "stale" | "missing" | "terminating" | "unknown";

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
  /** Nodes on which a pod was seen, in order of the pods. */
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
  const live = podsByNode(pods.filter(({ life }) => life === "live"));
  const nodes = new Map<string, FleetNode>();
  for (const [nodeName, [first]] of podsByNode(pods.filter(({ life }) => life !== "ended"))) {
    const livePods = live.get(nodeName);
    // A pod that was not seen may be older than those that were, and then it counts.
    if (open !== undefined) nodes.set(nodeName, unclearNode(open));
    else if (livePods === undefined)
      nodes.set(nodeName, { state: "terminating", pod: first, reasons: [] });
    else nodes.set(nodeName, judgeNode(livePods));
  }
  return nodes;
}

function judgeNode(livePods: readonly [FleetPod, ...FleetPod[]]): FleetNode {
  const pod = oldestPod(livePods);
  if (pod.state === "unknown") return unclearNode(pod);
  const { updated } = pod.value;
  if (updated.state === "unknown") return { ...unclearNode(updated), pod: pod.value };
  return { state: updated.value ? "current" : "stale", pod: pod.value, reasons: [] };
}

function unclearNode({ reasons }: UnknownFact<never>): FleetNode {
  return { state: "unknown", pod: undefined, reasons };
}
