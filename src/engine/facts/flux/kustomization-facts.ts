import type { AnyFact } from "../fact.ts";
import type { KustomizationSubject } from "../subject.ts";
import {
  kustomizationChainSeconds,
  kustomizationInCycle,
  kustomizationInnerTimeoutSeconds,
  kustomizationTimeoutSeconds,
} from "./dependency-graph-facts.ts";
import {
  kustomizationIsRoot,
  kustomizationMustQuiesce,
  kustomizationName,
  kustomizationWaitSeconds,
} from "./kustomization-named.ts";
import {
  kustomizationAttempts,
  kustomizationAttemptsOverAt,
  kustomizationCauses,
  kustomizationCoincident,
  kustomizationHealing,
  kustomizationReady,
  kustomizationRetryUsefulAt,
  kustomizationWaitsFor,
} from "./kustomization-outlook-facts.ts";
import {
  kustomizationQuiescent,
  kustomizationReason,
  kustomizationStateFact,
} from "./kustomization-state-facts.ts";
import { kustomizationParentSuspended } from "./parent-suspended.ts";

/** What policies about Kustomizations may read. */
export const kustomizationFacts: readonly AnyFact<KustomizationSubject>[] = [
  kustomizationName,
  kustomizationIsRoot,
  kustomizationMustQuiesce,
  kustomizationWaitSeconds,
  kustomizationStateFact,
  kustomizationReason,
  kustomizationReady,
  kustomizationQuiescent,
  kustomizationHealing,
  kustomizationWaitsFor,
  kustomizationCauses,
  kustomizationCoincident,
  kustomizationAttemptsOverAt,
  kustomizationAttempts,
  kustomizationRetryUsefulAt,
  kustomizationParentSuspended,
  kustomizationInCycle,
  kustomizationTimeoutSeconds,
  kustomizationChainSeconds,
  kustomizationInnerTimeoutSeconds,
];
