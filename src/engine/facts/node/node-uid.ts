import { type FactDeclaration, known } from "../fact.ts";
import { stringFact } from "../fact-type.ts";
import { unknownFor } from "../known.ts";
import type { NodeSubject } from "../subject.ts";
import { notReadOf } from "./node-object.ts";

export const nodeUid: FactDeclaration<NodeSubject, string> = {
  name: "node.uid",
  type: stringFact,
  mayBeAbsent: false,
  reasons: ["NotRead"],
  reads: ["/objects/v1~1Node~1~1<node>/metadata/uid"],
  doc: "The Node's UID. A machine that takes over the name of another has a new one.",
  derive: ({ node, nodeKey }, _read, note) => {
    const { uid } = node.metadata;
    if (uid === undefined || uid === "") return unknownFor([notReadOf(node, "uid")]);
    note?.(["objects", nodeKey, "metadata", "uid"], uid);
    return known(uid);
  },
};
