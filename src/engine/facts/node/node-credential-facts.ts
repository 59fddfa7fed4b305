import { credentialHost } from "../credential/credential-host.ts";
import { credentialName } from "../credential/credential-name.ts";
import { declared } from "../credential/declared.ts";
import type { AnyFact } from "../fact.ts";
import type { NodeCredentialSubject } from "../subject.ts";
import { claimUnbound } from "./claim-unbound.ts";
import { handOff } from "./hand-off.ts";
import { handOffProblem } from "./hand-off-problem.ts";
import { inventoryProblem } from "./inventory-problem.ts";
import { inventoryValid } from "./inventory-valid.ts";
import { loadEvidence } from "./load-evidence.ts";
import { nodeConfig } from "./node-config.ts";
import { nodeEffect } from "./node-effect.ts";
import { nodeImage } from "./node-image.ts";
import { nodeLeaving } from "./node-leaving.ts";
import { nodeLoad } from "./node-load.ts";
import { nodeMarker } from "./node-marker.ts";
import { nodeName } from "./node-name.ts";
import { nodeReady } from "./node-ready.ts";
import { nodeRole } from "./node-role.ts";
import { nodeStory } from "./node-story.ts";
import { nodeTalosVersion } from "./node-talos-version.ts";
import { nodeUid } from "./node-uid.ts";
import { onlyAnswer } from "./only-answer.ts";
import { ownershipHeld } from "./ownership-held.ts";
import { ownershipHolders } from "./ownership-holders.ts";

/** What expressions about one node × one credential may read. */
export const nodeCredentialFacts: readonly AnyFact<NodeCredentialSubject>[] = [
  nodeName,
  nodeUid,
  nodeRole,
  nodeReady,
  nodeLeaving,
  nodeTalosVersion,
  nodeEffect,
  inventoryValid,
  inventoryProblem,
  ownershipHeld,
  ownershipHolders,
  credentialName,
  credentialHost,
  declared,
  nodeConfig,
  nodeMarker,
  nodeImage,
  handOff,
  handOffProblem,
  nodeLoad,
  loadEvidence,
  claimUnbound,
  onlyAnswer,
  nodeStory,
];
