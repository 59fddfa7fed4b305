import type { ClusterObject } from "../../src/snapshot/snapshot.ts";

// node-decision.md, row 5: being deleted, or drained away by the autoscaler (cluster-semantics.md §2.2: the taint that
// marks a node for deletion is hard; the one of a mere candidate says nothing).

export function isLeaving({ metadata, spec }: ClusterObject): boolean {
  const { taints = [] } = (spec ?? {}) as { taints?: readonly { readonly key: string }[] };
  return (
    (metadata.deletionTimestamp ?? undefined) !== undefined ||
    taints.some(({ key }) => key === "ToBeDeletedByClusterAutoscaler")
  );
}
