import { absent, type FactDeclaration, known } from "../fact.ts";
import { stringFact } from "../fact-type.ts";
import type { NodeSubject } from "../subject.ts";
import { holdsOf } from "./holds.ts";

export const ownershipHolder: FactDeclaration<NodeSubject, string> = {
  name: "ownership.holder",
  type: stringFact,
  mayBeAbsent: true,
  reasons: [],
  reads: ["/objects/v1~1Node~1~1<node>/metadata/annotations"],
  doc: "Who holds this Node, by its owner annotation; `nobody` where there is a recovery record without one. Absent where neither is there: a phase without an owner means nothing.",
  derive: ({ source, nodeKey }, _read, note) => {
    const hold = holdsOf(source).get(nodeKey);
    if (hold === undefined) return absent;
    const key = source.profile.spec.nodes?.ownership?.owner;
    if (hold.owner === undefined || key === undefined) return known("nobody");
    note?.(["objects", nodeKey, "metadata", "annotations", key], hold.owner);
    return known(hold.owner);
  },
};
