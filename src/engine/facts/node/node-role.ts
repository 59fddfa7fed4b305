import type { ClusterObject } from "../../../snapshot/snapshot.ts";
import { type Fact, type FactDeclaration, known } from "../fact.ts";
import { enumFact } from "../fact-type.ts";
import type { NodeSubject } from "../subject.ts";
import { hasLabel } from "./node-object.ts";

export const NODE_ROLES = ["control-plane", "worker"] as const;
export type NodeRole = (typeof NODE_ROLES)[number];

export const nodeRole: FactDeclaration<NodeSubject, NodeRole> = {
  name: "node.role",
  type: enumFact("NodeRole", NODE_ROLES),
  mayBeAbsent: false,
  reasons: [],
  reads: ["/objects/v1~1Node~1~1<node>/metadata/labels"],
  doc: "control-plane if the Node has the label node-role.kubernetes.io/control-plane or …/master, whatever its value; else worker.",
  derive: ({ node }) => (isControlPlane(node) ? controlPlane : worker),
};

const controlPlane: Fact<NodeRole> = known("control-plane");
const worker: Fact<NodeRole> = known("worker");

export function isControlPlane(node: ClusterObject): boolean {
  return (
    hasLabel(node, "node-role.kubernetes.io/control-plane") ||
    hasLabel(node, "node-role.kubernetes.io/master")
  );
}
