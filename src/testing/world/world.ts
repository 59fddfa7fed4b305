import type { ClusterNames } from "./cluster-names.ts";
import type { WorldCredential } from "./world-credential.ts";
import type { Settings, WorldNode } from "./world-node.ts";

/**
 * The truth about one small cluster, and what happened to it: what a law is judged against, instead of
 * the engine's own facts. Instants are seconds since the epoch.
 */
export interface World {
  readonly names: ClusterNames;
  /** What happened to it since its first day, oldest first: for people, who are told a counterexample as a story. */
  readonly past: readonly string[];
  readonly nowSeconds: number;
  /** One, or two for different hosts: a node's runtime reads all of them from one file, at once. */
  readonly credentials: readonly WorldCredential[];
  /** Never empty. */
  readonly nodes: readonly WorldNode[];
  /** What Git renders into every machine config, credentials and proofs aside. */
  readonly settings: Settings;
  readonly gate: WorldGate | undefined;
  readonly lease: WorldLease | undefined;
  /** Who holds the object that a transaction takes for itself; undefined: nobody. */
  readonly fenceOwner: string | undefined;
}

/** A DaemonSet whose rollout may be held. Which nodes run its newest template stands with the nodes. */
export interface WorldGate {
  readonly isHeld: boolean;
  /** The newest revision of the template; pods of the one before it are stale. */
  readonly revision: number;
}

export interface WorldLease {
  readonly holder: string;
  readonly renewedAtSeconds: number;
  readonly durationSeconds: number;
}
