import { type FactDeclaration, known, unknown } from "../fact.ts";
import { stringFact } from "../fact-type.ts";
import type { NodeCredentialSubject } from "../subject.ts";

export const nodeUid: FactDeclaration<NodeCredentialSubject, string> = {
  name: "node.uid",
  type: stringFact,
  mayBeAbsent: false,
  reasons: ["NotRead"],
  reads: ["/objects/<node>/metadata/uid"],
  doc: "The Node's UID. A machine that takes over the name of another has a new one.",
  derive: ({ node, nodeKey }, _read, note) => {
    const { uid, name } = node.metadata;
    if (uid === undefined || uid === "") {
      return unknown("NotRead", `uid of node \`${name}\` not read`, {
        cure: `kubectl get node ${name} -o yaml`,
      });
    }
    note?.(["objects", nodeKey, "metadata", "uid"], uid);
    return known(uid);
  },
};
