import { type Fact, type FactDeclaration, known } from "../fact.ts";
import { enumFact } from "../fact-type.ts";
import type { NodeSubject } from "../subject.ts";
import { hasLabel } from "./node-object.ts";
import { talosRecordOf } from "./talos-record.ts";

export const NODE_ROLES = ["control-plane", "worker"] as const;
export type NodeRole = (typeof NODE_ROLES)[number];

export const nodeRole: FactDeclaration<NodeSubject, NodeRole> = {
  name: "node.role",
  type: enumFact("NodeRole", NODE_ROLES),
  mayBeAbsent: false,
  reasons: [],
  reads: [
    "/objects/v1~1Node~1~1<node>/metadata/labels",
    "/talos/<node>/machineConfig/*/documents/*/machineType",
  ],
  doc: "control-plane if the Node has the label node-role.kubernetes.io/control-plane or …/master, whatever its value, or if a machine config of the node says so: a label can be taken off a member of etcd. Else worker.",
  derive: (subject) => (isControlPlane(subject) ? controlPlane : worker),
};

const controlPlane: Fact<NodeRole> = known("control-plane");
const worker: Fact<NodeRole> = known("worker");

/** The more careful of the two answers counts where label and config disagree: it is what guards ask for. */
export function isControlPlane(subject: NodeSubject): boolean {
  const { node } = subject;
  return (
    hasLabel(node, "node-role.kubernetes.io/control-plane") ||
    hasLabel(node, "node-role.kubernetes.io/master") ||
    isConfiguredAsOne(subject)
  );
}

/** Types of machine in which etcd runs (siderolabs/talos `pkg/machinery/config/machine/type.go`). */
const controlPlaneTypes: readonly string[] = ["controlplane", "init"];

function isConfiguredAsOne(subject: NodeSubject): boolean {
  const { active, persistent } = talosRecordOf(subject)?.machineConfig ?? {};
  return [active, persistent].some((config) =>
    config?.documents.some(({ machineType = "" }) => controlPlaneTypes.includes(machineType)),
  );
}
