import { type FactDeclaration, known } from "../fact.ts";
import { boolFact } from "../fact-type.ts";
import type { NodeSubject } from "../subject.ts";
import { hasTaint } from "./node-object.ts";

export const nodeLeaving: FactDeclaration<NodeSubject, boolean> = {
  name: "node.leaving",
  type: boolFact,
  mayBeAbsent: false,
  reasons: [],
  reads: [
    "/objects/v1~1Node~1~1<node>/metadata/deletionTimestamp",
    "/objects/v1~1Node~1~1<node>/spec/taints",
  ],
  doc: "The Node is being deleted, or the autoscaler has committed itself to removing it (taint ToBeDeletedByClusterAutoscaler).",
  derive: ({ node, nodeKey }, _read, note) => {
    const { deletionTimestamp } = node.metadata;
    if (typeof deletionTimestamp === "string") {
      note?.(["objects", nodeKey, "metadata", "deletionTimestamp"], deletionTimestamp);
      return known(true);
    }
    const isTainted = hasTaint(node, toBeDeleted);
    if (isTainted) note?.(["objects", nodeKey, "spec", "taints"], toBeDeleted);
    return known(isTainted);
  },
};

const toBeDeleted = "ToBeDeletedByClusterAutoscaler";
