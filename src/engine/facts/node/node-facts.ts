import type { AnyFact } from "../fact.ts";
import type { NodeSubject } from "../subject.ts";
import { inventoryProblem } from "./inventory-problem.ts";
import { inventoryValid } from "./inventory-valid.ts";
import { nodeLeaving } from "./node-leaving.ts";
import { nodeName } from "./node-name.ts";
import { nodeReady } from "./node-ready.ts";
import { nodeRole } from "./node-role.ts";
import { nodeTalosVersion } from "./node-talos-version.ts";
import { nodeUid } from "./node-uid.ts";
import { ownershipHeld } from "./ownership-held.ts";
import { ownershipHolders } from "./ownership-holders.ts";

/** What expressions about one node may read, whatever its credentials. */
export const nodeFacts: readonly AnyFact<NodeSubject>[] = [
  nodeName,
  nodeUid,
  nodeRole,
  nodeReady,
  nodeLeaving,
  nodeTalosVersion,
  inventoryValid,
  inventoryProblem,
  ownershipHeld,
  ownershipHolders,
];
