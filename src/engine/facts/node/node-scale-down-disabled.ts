import { type FactDeclaration, known } from "../fact.ts";
import { boolFact } from "../fact-type.ts";
import type { NodeSubject } from "../subject.ts";
import { annotationOf } from "./node-object.ts";

export const nodeScaleDownDisabled: FactDeclaration<NodeSubject, boolean> = {
  name: "node.scaleDownDisabled",
  type: boolFact,
  mayBeAbsent: false,
  reasons: [],
  reads: ["/objects/v1~1Node~1~1<node>/metadata/annotations"],
  doc: "The Node carries the annotation that keeps the autoscaler from removing it, with the value `true`.",
  derive: ({ node, nodeKey, source }, _read, note) => {
    const key = scaleDownDisabledKey(source.profile.spec.nodes?.autoscaled);
    const value = annotationOf(node, key);
    if (value !== undefined) note?.(["objects", nodeKey, "metadata", "annotations", key], value);
    return known(value === "true");
  },
};

/** The annotation's key: the autoscaler's own, unless the profile names another. */
export function scaleDownDisabledKey(
  autoscaled: { readonly scaleDownDisabled?: string } | undefined,
): string {
  return autoscaled?.scaleDownDisabled ?? "cluster-autoscaler.kubernetes.io/scale-down-disabled";
}
