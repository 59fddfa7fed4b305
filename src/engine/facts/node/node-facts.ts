import type { AnyFact } from "../fact.ts";
import type { NodeSubject } from "../subject.ts";
import { changesDiffers } from "./changes/changes-differs.ts";
import { changesDroppedProofs } from "./changes/changes-dropped-proofs.ts";
import { changesDropsProof } from "./changes/changes-drops-proof.ts";
import { changesEffect } from "./changes/changes-effect.ts";
import { changesPaths } from "./changes/changes-paths.ts";
import { changesUnclassified } from "./changes/changes-unclassified.ts";
import { etcdState } from "./etcd-state.ts";
import { fencesHeld } from "./fences-held.ts";
import { inventoryProblem } from "./inventory-problem.ts";
import { inventoryValid } from "./inventory-valid.ts";
import { leaseHolder } from "./lease-holder.ts";
import { leaseState } from "./lease-state.ts";
import { nodeAddress } from "./node-address.ts";
import { nodeAutoscaled } from "./node-autoscaled.ts";
import { nodeCordoned } from "./node-cordoned.ts";
import { nodeEvictablePods } from "./node-evictable-pods.ts";
import { nodeLeaving } from "./node-leaving.ts";
import { nodeName } from "./node-name.ts";
import { nodeReady } from "./node-ready.ts";
import { nodeRole } from "./node-role.ts";
import { nodeScaleDownDisabled } from "./node-scale-down-disabled.ts";
import { nodeTaints } from "./node-taints.ts";
import { nodeTakesPods } from "./node-takes-pods.ts";
import { nodeTalosVersion } from "./node-talos-version.ts";
import { nodeUid } from "./node-uid.ts";
import { ownershipBecause } from "./ownership-because.ts";
import { ownershipHeld } from "./ownership-held.ts";
import { ownershipHolder } from "./ownership-holder.ts";
import { ownershipHolders } from "./ownership-holders.ts";
import { ownershipPhase } from "./ownership-phase.ts";
import { ownershipProspects } from "./ownership-prospects.ts";
import { ownershipReclaimable } from "./ownership-reclaimable.ts";
import { ownershipRecord } from "./ownership-record.ts";
import { ownershipRecordProblem } from "./ownership-record-problem.ts";
import { ownershipRun } from "./ownership-run.ts";
import { ownershipSince } from "./ownership-since.ts";

/** What expressions about one node may read, whatever its credentials. */
export const nodeFacts: readonly AnyFact<NodeSubject>[] = [
  nodeName,
  nodeUid,
  nodeRole,
  nodeReady,
  nodeLeaving,
  nodeTalosVersion,
  nodeAddress,
  nodeCordoned,
  nodeTaints,
  nodeTakesPods,
  nodeEvictablePods,
  nodeAutoscaled,
  nodeScaleDownDisabled,
  etcdState,
  inventoryValid,
  inventoryProblem,
  ownershipHeld,
  ownershipHolders,
  changesEffect,
  changesDiffers,
  changesPaths,
  changesUnclassified,
  changesDropsProof,
  changesDroppedProofs,
  ownershipHolder,
  ownershipPhase,
  ownershipRun,
  ownershipSince,
  ownershipRecord,
  ownershipRecordProblem,
  ownershipReclaimable,
  ownershipBecause,
  ownershipProspects,
  leaseState,
  leaseHolder,
  fencesHeld,
];
