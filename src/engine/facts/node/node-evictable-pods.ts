import { isCovered } from "../../../snapshot/coverage.ts";
import type { ClusterObject } from "../../../snapshot/snapshot.ts";
import { type FactDeclaration, known, type UnknownReason, unknown } from "../fact.ts";
import { intFact } from "../fact-type.ts";
import { everyReason, gapsOf, missingReasons } from "../gaps.ts";
import { unknownFor } from "../known.ts";
import { textAt } from "../read-object.ts";
import type { FactSource, NodeSubject } from "../subject.ts";
import { annotationOf } from "./node-object.ts";

export const nodeEvictablePods: FactDeclaration<NodeSubject, number> = {
  name: "node.evictablePods",
  type: intFact,
  mayBeAbsent: false,
  reasons: everyReason,
  reads: ["/objects/v1~1Pod~1*", "/coverage"],
  doc: "How many Pods a drain of the node evicts: all but finished ones, static ones and those of DaemonSets. Known once the Pods of all namespaces are listed.",
  derive: ({ source, node }, _read, note) => {
    const pods = source.index
      .podsByNode(node.metadata.name)
      .filter(({ object }) => !isStatic(object) && !isOfDaemonSet(object));
    const evicted = pods.filter(({ object }) => isUnfinished(object) === true);
    const unlisted = source.once(podsUnlisted);
    if (unlisted.length > 0) return unknownFor(unlisted, { atLeast: evicted.length });
    const unread = pods.find(({ object }) => isUnfinished(object) === undefined);
    if (unread !== undefined) {
      const detail = `phase of Pod \`${unread.object.metadata.name}\` not read`;
      return unknown("NotRead", detail, { cure: listPods, atLeast: evicted.length });
    }
    const [first] = evicted;
    if (first !== undefined) note?.(["objects", first.key, "spec", "nodeName"], node.metadata.name);
    return known(evicted.length);
  },
};

/** Undefined where its phase was not read. */
function isUnfinished(pod: ClusterObject): boolean | undefined {
  const phase = textAt(pod, ["status", "phase"]);
  return phase === undefined ? undefined : phase !== "Succeeded" && phase !== "Failed";
}

function isStatic(pod: ClusterObject): boolean {
  return annotationOf(pod, "kubernetes.io/config.mirror") !== undefined;
}

function isOfDaemonSet({ metadata }: ClusterObject): boolean {
  return (metadata.ownerReferences ?? []).some(({ kind }) => kind === "DaemonSet");
}

const listPods = "kubectl get pods --all-namespaces -o json";

/** Why there may be Pods that were not seen; empty: those of every namespace were listed. */
function podsUnlisted(source: FactSource): readonly UnknownReason[] {
  const sought = {
    detail: "v1/Pod of all namespaces not listed",
    cure: listPods,
  };
  const gaps = gapsOf(source).within("objects", "v1/Pod");
  if (gaps.length > 0) return missingReasons(gaps, sought);
  return isCovered(source.snapshot, { kind: "v1/Pod" }) === "complete"
    ? []
    : [{ code: "Partial", ...sought }];
}
