import type { Fact, FactDeclaration, UnknownReason } from "../engine/facts/fact.ts";
import { type Known, unknownFor } from "../engine/facts/known.ts";
import { nodeAddress } from "../engine/facts/node/node-address.ts";
import { nodeCordoned } from "../engine/facts/node/node-cordoned.ts";
import { bootIdOf, notReadOf } from "../engine/facts/node/node-object.ts";
import { isControlPlane } from "../engine/facts/node/node-role.ts";
import { nodeTaints } from "../engine/facts/node/node-taints.ts";
import { nodeUid } from "../engine/facts/node/node-uid.ts";
import { talosRecordOf, timeNotRead } from "../engine/facts/node/talos-record.ts";
import { textAt } from "../engine/facts/read-object.ts";
import type { FactSource, NodeCredentialSubject, NodeSubject } from "../engine/facts/subject.ts";
import type { Judged, Subjects } from "../engine/subjects.ts";
import { groupBy } from "../input/group-by.ts";
import type { JsonValue } from "../input/json-value.ts";
import type { ValuePath } from "../input/source-document.ts";

/** One thing that a warrant binds: what it is, or why that is not known, and where it stands in the snapshot. */
export interface Seen<T extends JsonValue = JsonValue> {
  /** As a warrant's readers know it. */
  readonly fact: string;
  readonly path: ValuePath;
  readonly value: Known<T>;
}

/** One node of a snapshot, with each of its credentials. */
export interface SeenNode {
  readonly source: FactSource;
  readonly node: Judged<NodeSubject>;
  readonly pairs: readonly Judged<NodeCredentialSubject>[];
}

/** Gives a node by its name, in constant time. */
export function nodeFinder(
  source: FactSource,
  { node, nodeCredential }: Subjects,
): (name: string) => SeenNode | undefined {
  const nodes = new Map(node.map((judged) => [judged.name, judged]));
  const pairs = groupBy(nodeCredential, ({ name }) => name);
  return (name) => {
    const found = nodes.get(name);
    return found && { source, node: found, pairs: pairs.get(name) ?? [] };
  };
}

/** Which cluster a snapshot is of. */
export function clusterOf({ snapshot }: FactSource): Seen<string> {
  const uid = snapshot.metadata?.cluster ?? "";
  return {
    fact: "cluster",
    path: ["metadata", "cluster"],
    value: uid === "" ? unknownFor([clusterNotRead]) : { state: "value", value: uid },
  };
}

const clusterNotRead: UnknownReason = {
  code: "NotRead",
  detail: "which cluster this is, the UID of its kube-system Namespace, not read",
  cure: "kubectl get namespace kube-system -o json",
};

export function uidOf(seen: SeenNode): Seen<string> {
  return nodeFact(seen, nodeUid, ["metadata", "uid"]);
}

export function machineIdOf({ node: { subject } }: SeenNode): Seen<string> {
  const path = ["status", "nodeInfo", "machineID"];
  return fromObject(subject, "node.machineId", path, textAt(subject.node, path));
}

export function bootOf({ node: { subject } }: SeenNode): Seen<string> {
  const path = ["status", "nodeInfo", "bootID"];
  return fromObject(subject, "node.bootId", path, bootIdOf(subject.node));
}

export function roleOf({ node: { subject } }: SeenNode): Seen<"control-plane" | "worker"> {
  return {
    fact: "node.role",
    path: ["objects", subject.nodeKey, "metadata", "labels"],
    value: { state: "value", value: isControlPlane(subject) ? "control-plane" : "worker" },
  };
}

export function addressOf(seen: SeenNode): Seen<string> {
  return nodeFact(seen, nodeAddress, ["status", "addresses"]);
}

export function cordonOf(seen: SeenNode): Seen<boolean> {
  return nodeFact(seen, nodeCordoned, ["spec", "unschedulable"]);
}

export function taintsSeenOn(seen: SeenNode): Seen<readonly string[]> {
  return nodeFact(seen, nodeTaints, ["spec", "taints"]);
}

/** When Talos says that the container runtime last started. */
export function runtimeStartSeenOn({ node: { subject } }: SeenNode): Seen<string> {
  const text = talosRecordOf(subject)?.runtimeStartedAt;
  return {
    fact: "node.runtimeStartedAt",
    path: ["talos", subject.node.metadata.name, "runtimeStartedAt"],
    value:
      text === undefined
        ? unknownFor(timeNotRead(subject, "runtime start not read", "services cri"))
        : { state: "value", value: text },
  };
}

function nodeFact<T extends JsonValue>(
  { node: { reader, subject } }: SeenNode,
  declaration: FactDeclaration<NodeSubject, T>,
  path: ValuePath,
): Seen<T> {
  return {
    fact: declaration.name,
    path: ["objects", subject.nodeKey, ...path],
    value: present(reader.read(declaration), declaration.name, subject),
  };
}

/** What is absent cannot be bound either: an address that is not one address. */
function present<T>(fact: Fact<T>, name: string, { node }: NodeSubject): Known<T> {
  if (fact.state === "value") return fact;
  if (fact.state === "unknown") return unknownFor(fact.reasons);
  const detail = `\`${name}\` of node \`${node.metadata.name}\` is not one value`;
  return unknownFor([{ code: "Inconsistent", detail }]);
}

function fromObject(
  { node, nodeKey }: NodeSubject,
  fact: string,
  path: ValuePath,
  text: string | undefined,
): Seen<string> {
  return {
    fact,
    path: ["objects", nodeKey, ...path],
    value:
      text === undefined || text === ""
        ? unknownFor([notReadOf(node, path.at(-1) ?? "")])
        : { state: "value", value: text },
  };
}
