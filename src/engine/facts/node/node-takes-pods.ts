import { type FactDeclaration, known } from "../fact.ts";
import { boolFact } from "../fact-type.ts";
import { unknownFor } from "../known.ts";
import type { NodeSubject } from "../subject.ts";
import { nodeCordoned } from "./node-cordoned.ts";
import { nodeLeaving } from "./node-leaving.ts";
import { notReadOf } from "./node-object.ts";
import { nodeReady } from "./node-ready.ts";
import { taintsOf } from "./scheduling-taints.ts";

export const nodeTakesPods: FactDeclaration<NodeSubject, boolean> = {
  name: "node.takesPods",
  type: boolFact,
  mayBeAbsent: false,
  reasons: ["NotRead"],
  reads: ["/objects/v1~1Node~1~1<node>/spec", "/objects/v1~1Node~1~1<node>/status/conditions"],
  doc: "A Pod without tolerations may be scheduled here: the Node is Ready, not cordoned, not leaving, and without a taint that keeps Pods off (NoSchedule, NoExecute).",
  derive: ({ node }, read) => {
    const taints = taintsOf(node);
    const repels = taints?.some(({ effect }) => keepsOff.has(effect)) === true;
    const [ready, cordoned, leaving] = [read(nodeReady), read(nodeCordoned), read(nodeLeaving)];
    const isCordoned = cordoned.state === "value" && cordoned.value;
    const isLeaving = leaving.state === "value" && leaving.value;
    const isDown = ready.state === "value" && !ready.value;
    if (repels || isCordoned || isLeaving || isDown) return known(false);
    if (taints === undefined) return unknownFor([notReadOf(node, "spec")]);
    return ready.state === "unknown" ? unknownFor(ready.reasons) : known(true);
  },
};

const keepsOff: ReadonlySet<string> = new Set(["NoSchedule", "NoExecute"]);
