import { type FactDeclaration, known } from "../fact.ts";
import { boolFact } from "../fact-type.ts";
import { unknownFor } from "../known.ts";
import { recordAt, valueAt } from "../read-object.ts";
import type { NodeSubject } from "../subject.ts";
import { notReadOf } from "./node-object.ts";

export const nodeCordoned: FactDeclaration<NodeSubject, boolean> = {
  name: "node.cordoned",
  type: boolFact,
  mayBeAbsent: false,
  reasons: ["NotRead"],
  reads: ["/objects/v1~1Node~1~1<node>/spec/unschedulable"],
  doc: "The Node is marked unschedulable, by whomever.",
  derive: ({ node, nodeKey }, _read, note) => {
    if (recordAt(node, ["spec"]) === undefined) return unknownFor([notReadOf(node, "spec")]);
    const isCordoned = valueAt(node, ["spec", "unschedulable"]) === true;
    if (isCordoned) note?.(["objects", nodeKey, "spec", "unschedulable"], true);
    return known(isCordoned);
  },
};
