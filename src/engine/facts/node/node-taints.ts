import { compareText } from "../../../input/compare-text.ts";
import { type FactDeclaration, known } from "../fact.ts";
import { stringListFact } from "../fact-type.ts";
import { unknownFor } from "../known.ts";
import type { NodeSubject } from "../subject.ts";
import { notReadOf } from "./node-object.ts";
import { isLifecycleTaint, taintsOf } from "./scheduling-taints.ts";

export const nodeTaints: FactDeclaration<NodeSubject, readonly string[]> = {
  name: "node.taints",
  type: stringListFact,
  mayBeAbsent: false,
  reasons: ["NotRead"],
  reads: ["/objects/v1~1Node~1~1<node>/spec/taints"],
  doc: "The Node's taints as `key=value:Effect`, in code-unit order, without those that come and go with its life: of a cordon, of a node that is not ready or under pressure, of an autoscaler that only considers it.",
  derive: ({ node, nodeKey }, _read, note) => {
    const taints = taintsOf(node);
    if (taints === undefined) return unknownFor([notReadOf(node, "spec.taints")]);
    const texts = taints.filter((taint) => !isLifecycleTaint(taint)).map(({ text }) => text);
    const kept = [...new Set(texts)].sort(compareText);
    if (kept.length > 0) note?.(["objects", nodeKey, "spec", "taints"], kept);
    return known(kept);
  },
};
