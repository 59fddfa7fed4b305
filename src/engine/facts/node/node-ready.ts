import { type FactDeclaration, known } from "../fact.ts";
import { boolFact } from "../fact-type.ts";
import { unknownFor } from "../known.ts";
import type { NodeSubject } from "../subject.ts";
import { notReadOf, readyConditionOf } from "./node-object.ts";

export const nodeReady: FactDeclaration<NodeSubject, boolean> = {
  name: "node.ready",
  type: boolFact,
  mayBeAbsent: false,
  reasons: ["NotRead"],
  reads: ["/objects/v1~1Node~1~1<node>/status/conditions"],
  doc: "The Node's Ready condition is True. `Unknown` (the kubelet went silent) is not.",
  derive: ({ node, nodeKey }, _read, note) => {
    const ready = readyConditionOf(node);
    if (ready === undefined) return unknownFor([notReadOf(node, "Ready condition")]);
    note?.(["objects", nodeKey, "status", "conditions", `${ready.at}`, "status"], ready.status);
    return known(ready.status === "True");
  },
};
