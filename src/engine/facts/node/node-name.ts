import { type FactDeclaration, known } from "../fact.ts";
import { stringFact } from "../fact-type.ts";
import type { NodeSubject } from "../subject.ts";

export const nodeName: FactDeclaration<NodeSubject, string> = {
  name: "node.name",
  type: stringFact,
  mayBeAbsent: false,
  reasons: [],
  reads: ["/objects/v1~1Node~1~1<node>/metadata/name"],
  doc: "The Node's name.",
  derive: ({ node }) => known(node.metadata.name),
};
