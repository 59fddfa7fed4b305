import type {
  Profile,
  ProfileCredential,
  ProfileFluxRoot,
  ProfileGate,
  ProfileSource,
} from "../../profile/profile.ts";
import type { ObjectIndex } from "../../snapshot/object-index.ts";
import type { ClusterObject, Snapshot } from "../../snapshot/snapshot.ts";
import type { Timestamp } from "../../time/time.ts";
import type { EffectTable } from "../effects/effect-table.ts";

/** What every fact may read. Made once an evaluation. */
export interface FactSource {
  readonly snapshot: Snapshot;
  readonly profile: Profile;
  readonly index: ObjectIndex;
  /** What changes to machine configs cost. */
  readonly effects: EffectTable;
  /** Moves windows and horizons. */
  readonly evaluatedAt: Timestamp;
  /** Who asks, as owner annotations name it: what it holds itself is no residue of another. */
  readonly holder?: string;
  /**
   * What many subjects share, worked out at most once an evaluation. The function is its own key; it must
   * not read `evaluatedAt`, which a timeline moves.
   */
  readonly once: <T>(compute: (source: FactSource) => T) => T;
}

/** What a policy can be about. */
export type SubjectKind =
  | "gate"
  | "gatedFleet"
  | "node"
  | "nodeConfig"
  | "nodeCredential"
  | "credential"
  | "step"
  | "source"
  | "kustomization";

/** Subjects that are a node or part of one, and so make up its decision. */
export function isAboutNodes(kind: SubjectKind): boolean {
  return kind === "node" || kind === "nodeConfig" || kind === "nodeCredential";
}

/** What facts about the whole snapshot ask for: any subject. */
export interface AnySubject {
  readonly source: FactSource;
}

/** A gate that the profile names. */
export interface GateSubject extends AnySubject {
  readonly gate: ProfileGate;
}

/** A gate whose DaemonSet the profile names as well. */
export interface GatedFleetSubject extends GateSubject {
  readonly daemonSet: { readonly namespace: string; readonly name: string };
}

/** One credential that the profile names. */
export interface CredentialSubject extends AnySubject {
  readonly credential: ProfileCredential;
}

/** One Node, whatever is to be known of it beside its credentials. */
export interface NodeSubject extends AnySubject {
  /** Its key among the snapshot's objects. */
  readonly nodeKey: string;
  readonly node: ClusterObject;
}

/** One node × one credential. */
export interface NodeCredentialSubject extends CredentialSubject, NodeSubject {}

/** A Kustomization that the profile names as a root, or that one of those applied. */
export interface KustomizationSubject extends AnySubject {
  readonly namespace: string;
  readonly name: string;
  /** What the profile says of it; undefined where it names it not. */
  readonly root: ProfileFluxRoot | undefined;
}

/** A pipeline step that the profile requires. */
export interface StepSubject extends AnySubject {
  readonly stepId: string;
}

/** A Flux source whose verification the profile says is declared. */
export interface SourceSubject extends AnySubject {
  readonly named: ProfileSource;
}
