import type { IndexedObject } from "../../../snapshot/object-index.ts";
import { internalAddressesOf } from "./node-object.ts";

/** What is wrong with a list of Nodes as an inventory, and what about it could not be read. */
export interface Inventory {
  /** One defect each, in the order of the Nodes. */
  readonly defects: readonly string[];
  /** What was not read of a Node, for people. */
  readonly unread: readonly string[];
}

/**
 * Node names, UIDs and internal addresses must each tell one machine.
 *
 * @param isWhole - There are certainly no further Nodes.
 */
export function judgeInventory(nodes: readonly IndexedObject[], isWhole: boolean): Inventory {
  const defects: string[] = [];
  const unread: string[] = [];
  const names = new Set<string>();
  const uids = new Set<string>();
  const addresses = new Set<string>();
  if (nodes.length === 0 && isWhole) defects.push("there are no nodes");
  for (const { object } of nodes) {
    const { name, uid } = object.metadata;
    const problem = once(names, name, "name");
    if (problem !== undefined) defects.push(`node \`${name}\`: ${problem}`);
    if (uid === undefined) unread.push(`uid of \`${name}\``);
    else {
      const uidProblem = once(uids, uid, "uid");
      if (uidProblem !== undefined) defects.push(`node \`${name}\`: ${uidProblem}`);
    }
    const internal = internalAddressesOf(object);
    if (internal === undefined) unread.push(`status of \`${name}\``);
    else {
      const addressProblem = addressProblemOf(internal, addresses);
      if (addressProblem !== undefined) defects.push(`node \`${name}\`: ${addressProblem}`);
    }
  }
  return { defects, unread };
}

function addressProblemOf(internal: readonly string[], seen: Set<string>): string | undefined {
  const [address] = internal;
  if (address === undefined || internal.length !== 1) {
    return `${internal.length} internal addresses instead of one`;
  }
  return once(seen, address, "internal address");
}

function once(seen: Set<string>, value: string, what: string): string | undefined {
  if (value === "") return `empty ${what}`;
  if (seen.has(value)) return `${what} \`${value}\` a second time`;
  seen.add(value);
  return undefined;
}
