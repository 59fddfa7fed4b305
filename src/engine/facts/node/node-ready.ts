import { type FactDeclaration, known, unknown } from "../fact.ts";
import { boolFact } from "../fact-type.ts";
import type { NodeCredentialSubject } from "../subject.ts";
import { readyConditionOf } from "./node-object.ts";

export const nodeReady: FactDeclaration<NodeCredentialSubject, boolean> = {
  name: "node.ready",
  type: boolFact,
  mayBeAbsent: false,
  reasons: ["NotRead"],
  reads: ["/objects/<node>/status/conditions"],
  doc: "The Node's Ready condition is True. `Unknown` (the kubelet went silent) is not.",
  derive: ({ node, nodeKey }, _read, note) => {
    const ready = readyConditionOf(node);
    if (ready === undefined) {
      const { name } = node.metadata;
      return unknown("NotRead", `Ready condition of node \`${name}\` not read`, {
        cure: `kubectl get node ${name} -o yaml`,
      });
    }
    note?.(["objects", nodeKey, "status", "conditions", `${ready.at}`, "status"], ready.status);
    return known(ready.status === "True");
  },
};
