import type { HandOffRecord } from "../../../snapshot/snapshot.ts";

/** A node as a hand-off lists it. */
export interface HandOffNode {
  readonly uid: string;
  /** The run in which the proof was made; version 1 records none. */
  readonly bootId: string | undefined;
  /** Its place in the document's `nodes`. */
  readonly at: number;
}

/** A hand-off whose shape is right. Whether it speaks for the declared credential is asked afterwards. */
export interface HandOffDocument {
  readonly credential: string | undefined;
  readonly revision: string;
  readonly image: string;
  readonly nodes: ReadonlyMap<string, HandOffNode>;
}

/** Checks the shape of a hand-off of version 1 or 2; the text says why it is ignored as a whole. */
export function readHandOffDocument(record: HandOffRecord): HandOffDocument | string {
  const { version, credential, credentialRevision, image } = record;
  if (version !== 1 && version !== 2) return "its version is neither 1 nor 2";
  if (credential !== undefined && !isText(credential)) return "its `credential` is no text";
  if (!isText(credentialRevision)) return "it names no credential revision";
  if (!isText(image)) return "it names no image";
  const nodes = readNodes(record.nodes, version === 2);
  return typeof nodes === "string"
    ? nodes
    : { credential, revision: credentialRevision, image, nodes };
}

function readNodes(value: unknown, hasBootIds: boolean): HandOffDocument["nodes"] | string {
  if (!Array.isArray(value) || value.length === 0) return "it lists no nodes";
  const items: readonly unknown[] = value;
  const nodes = new Map<string, HandOffNode>();
  const uids = new Set<string>();
  for (const [at, item] of items.entries()) {
    const listed = readNode(item, at, hasBootIds);
    if (typeof listed === "string") return listed;
    const { name, ...node } = listed;
    if (nodes.has(name)) return `it lists \`${name}\` twice`;
    if (uids.has(node.uid)) return `it lists the uid of \`${name}\` twice`;
    uids.add(node.uid);
    nodes.set(name, node);
  }
  return nodes;
}

function readNode(
  item: unknown,
  at: number,
  hasBootId: boolean,
): (HandOffNode & { readonly name: string }) | string {
  if (typeof item !== "object" || item === null) return `its node ${at + 1} is no object`;
  const name = "name" in item ? item.name : undefined;
  const uid = "uid" in item ? item.uid : undefined;
  if (!isText(name) || !isText(uid)) return `its node ${at + 1} has no name or no uid`;
  if (!hasBootId) return { name, uid, bootId: undefined, at };
  const bootId = "bootId" in item ? item.bootId : undefined;
  return isText(bootId) ? { name, uid, bootId, at } : `its node ${at + 1} has no boot id`;
}

function isText(value: unknown): value is string {
  return typeof value === "string" && value !== "";
}
