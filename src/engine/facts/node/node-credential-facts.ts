import { credentialHost } from "../credential/credential-host.ts";
import { credentialName } from "../credential/credential-name.ts";
import { declared } from "../credential/declared.ts";
import type { AnyFact } from "../fact.ts";
import type { NodeCredentialSubject } from "../subject.ts";
import { claimUnbound } from "./claim-unbound.ts";
import { configAtBoot } from "./config-at-boot.ts";
import { configRendered } from "./config-rendered.ts";
import { configStaged } from "./config-staged.ts";
import { declaredNewerLoaded } from "./declared-newer-loaded.ts";
import { declaredRegressed } from "./declared-regressed.ts";
import { handOff } from "./hand-off.ts";
import { handOffProblem } from "./hand-off-problem.ts";
import { loadEvidence } from "./load-evidence.ts";
import { loadStory } from "./load-story.ts";
import { markerPending } from "./marker-pending.ts";
import { markerPendingKeys } from "./marker-pending-keys.ts";
import { markerPendingMinutes } from "./marker-pending-minutes.ts";
import { nodeConfig } from "./node-config.ts";
import { nodeEffect } from "./node-effect.ts";
import { nodeFacts } from "./node-facts.ts";
import { nodeImage } from "./node-image.ts";
import { nodeLoad } from "./node-load.ts";
import { nodeMarker } from "./node-marker.ts";
import { nodeStory } from "./node-story.ts";
import { onlyAnswer } from "./only-answer.ts";
import { restartDueMinutes } from "./restart-due-minutes.ts";
import { runtimePulls } from "./runtime-pulls.ts";

/** What expressions about one node × one credential may read. */
export const nodeCredentialFacts: readonly AnyFact<NodeCredentialSubject>[] = [
  ...nodeFacts,
  nodeEffect,
  restartDueMinutes,
  credentialName,
  credentialHost,
  declared,
  declaredRegressed,
  declaredNewerLoaded,
  nodeConfig,
  configAtBoot,
  configStaged,
  configRendered,
  nodeMarker,
  markerPending,
  markerPendingKeys,
  markerPendingMinutes,
  nodeImage,
  handOff,
  handOffProblem,
  nodeLoad,
  loadEvidence,
  loadStory,
  claimUnbound,
  onlyAnswer,
  runtimePulls,
  nodeStory,
];
