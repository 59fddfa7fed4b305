import { once } from "../../../input/once.ts";
import { isCovered } from "../../../snapshot/coverage.ts";
import type { UnknownReason } from "../fact.ts";
import { gapsOf, missingReasons } from "../gaps.ts";
import type { FactSource } from "../subject.ts";
import { type Inventory, judgeInventory } from "./inventory.ts";
import { findHoldings, type Holdings } from "./ownership.ts";

/** What one pass over all Nodes gives the facts of each. Worked out when first asked for. */
export interface NodesShared {
  readonly inventory: () => Inventory;
  readonly holdings: () => Holdings;
  /** Why there may be Nodes that were not seen; empty: all were listed. */
  readonly unseen: () => readonly UnknownReason[];
}

export function nodesSharedOf(source: FactSource): NodesShared {
  return source.once(createNodesShared);
}

function createNodesShared(source: FactSource): NodesShared {
  const nodes = source.index.ofKind("v1/Node");
  const unseen = once(() => unseenNodes(source));
  return {
    inventory: once(() => judgeInventory(nodes, unseen().length === 0)),
    holdings: once(() => findHoldings(source)),
    unseen,
  };
}

function unseenNodes(source: FactSource): readonly UnknownReason[] {
  const gaps = gapsOf(source).within("objects", "v1/Node");
  if (gaps.length > 0) return missingReasons(gaps, { detail: notAllNodes, cure: listNodes });
  if (isCovered(source.snapshot, { kind: "v1/Node" }) === "complete") return [];
  return [{ code: "Partial", detail: notAllNodes, cure: listNodes }];
}

const notAllNodes = "v1/Node not listed completely";
export const listNodes = "kubectl get nodes -o json";
