import { ownValue } from "../../../input/own-value.ts";
import { type FactDeclaration, known } from "../fact.ts";
import { boolFact } from "../fact-type.ts";
import type { NodeSubject } from "../subject.ts";

export const nodeAutoscaled: FactDeclaration<NodeSubject, boolean> = {
  name: "node.autoscaled",
  type: boolFact,
  mayBeAbsent: false,
  reasons: [],
  reads: ["/objects/v1~1Node~1~1<node>/metadata/labels"],
  doc: "The autoscaler added the node, and may take it away: it has the label that the profile names. False where the profile names none.",
  derive: ({ node, nodeKey, source }, _read, note) => {
    const { autoscaled } = source.profile.spec.nodes ?? {};
    if (autoscaled === undefined) return known(false);
    const value = ownValue(node.metadata.labels ?? {}, autoscaled.label);
    if (value === undefined) return known(false);
    note?.(["objects", nodeKey, "metadata", "labels", autoscaled.label], value);
    return known(autoscaled.value === undefined || value === autoscaled.value);
  },
};
