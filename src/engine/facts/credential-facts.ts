import { credentialHost } from "./credential/credential-host.ts";
import { credentialName } from "./credential/credential-name.ts";
import { declared } from "./credential/declared.ts";
import { handOffsRejected } from "./credential/hand-offs-rejected.ts";
import { live } from "./credential/live.ts";
import { liveDiffering } from "./credential/live-differing.ts";
import type { AnyFact } from "./fact.ts";
import { claimsUnbound } from "./node/claims-unbound.ts";
import { configsStaged } from "./node/configs-staged.ts";
import { configsStagedNodes } from "./node/configs-staged-nodes.ts";
import { declaredAccepted } from "./node/declared-accepted.ts";
import { declaredNewerLoaded } from "./node/declared-newer-loaded.ts";
import { declaredRegressed } from "./node/declared-regressed.ts";
import { fencesHeld } from "./node/fences-held.ts";
import { inventoryProblem } from "./node/inventory-problem.ts";
import { inventoryValid } from "./node/inventory-valid.ts";
import { leaseHolder } from "./node/lease-holder.ts";
import { leaseState } from "./node/lease-state.ts";
import { probesAhead } from "./node/probes-ahead.ts";
import type { CredentialSubject } from "./subject.ts";

/** What expressions about one credential may read. Stands above `credential/` as some of them are about all nodes. */
export const credentialFacts: readonly AnyFact<CredentialSubject>[] = [
  inventoryValid,
  inventoryProblem,
  credentialName,
  credentialHost,
  declared,
  declaredAccepted,
  declaredRegressed,
  declaredNewerLoaded,
  live,
  liveDiffering,
  claimsUnbound,
  configsStaged,
  configsStagedNodes,
  handOffsRejected,
  probesAhead,
  leaseState,
  leaseHolder,
  fencesHeld,
];
