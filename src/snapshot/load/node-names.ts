import { asJson } from "../../input/as-json.ts";
import { compareText } from "../../input/compare-text.ts";
import { type JsonValue, member } from "../../input/json-value.ts";
import type { ClusterObject } from "../snapshot.ts";
import { itemsAt, wordAt } from "./json-access.ts";

/** Whose an address is: a Node's name, nobody's, or that of more than one. */
type NodeNameReading = { readonly name: string } | "unknown" | "ambiguous";

/** Finds Nodes by their addresses. */
export interface NodeNames {
  readonly isEmpty: boolean;
  readonly nameOf: (address: string) => NodeNameReading;
  readonly hasName: (name: string) => boolean;
  /** Names of the Nodes of a role, in code-unit order. */
  readonly ofRole: (role: NodeRole) => readonly string[];
}

type NodeRole = "worker" | "control-plane";

/** An InternalIP outranks any other address, and an address outranks a name. */
export function createNodeNames(nodes: Iterable<ClusterObject>): NodeNames {
  const internal = new Map<string, Set<string>>();
  const any = new Map<string, Set<string>>();
  const roles = new Map<string, NodeRole>();
  for (const node of nodes) {
    const { name } = node.metadata;
    roles.set(name, roleOf(node));
    for (const entry of addressesOf(node)) {
      const address = wordAt(entry, "address");
      if (address === undefined) continue;
      if (wordAt(entry, "type") === "InternalIP") addName(internal, address, name);
      addName(any, address, name);
    }
  }
  const nameOf = (address: string): NodeNameReading =>
    only(internal.get(address)) ??
    only(any.get(address)) ??
    (roles.has(address) ? { name: address } : "unknown");
  return {
    isEmpty: roles.size === 0,
    nameOf,
    hasName: (name) => roles.has(name),
    ofRole: (role) =>
      [...roles]
        .filter(([, its]) => its === role)
        .map(([name]) => name)
        .sort(compareText),
  };
}

const controlPlaneLabels = [
  "node-role.kubernetes.io/control-plane",
  "node-role.kubernetes.io/master",
];

/** As the fact `node.role` has it. */
function roleOf({ metadata: { labels = {} } }: ClusterObject): NodeRole {
  const isControlPlane = controlPlaneLabels.some((label) => Object.hasOwn(labels, label));
  return isControlPlane ? "control-plane" : "worker";
}

function addressesOf(node: ClusterObject): readonly JsonValue[] {
  return itemsAt(member(asJson(node), "status"), "addresses");
}

function addName(map: Map<string, Set<string>>, address: string, name: string): void {
  const names = map.get(address) ?? new Set();
  map.set(address, names.add(name));
}

function only(names: ReadonlySet<string> | undefined): NodeNameReading | undefined {
  const [name] = names ?? [];
  if (names === undefined || name === undefined) return undefined;
  return names.size > 1 ? "ambiguous" : { name };
}
