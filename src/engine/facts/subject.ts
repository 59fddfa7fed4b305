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
  /** What was seen some time before, where it was given; only facts about what changed since read it. */
  readonly earlier?: FactSource;
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
  | "fleet"
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

/** A DaemonSet that the profile names, by a gate or by itself. */
export interface FleetSubject extends AnySubject {
  readonly daemonSet: { readonly namespace: string; readonly name: string };
  /** The HelmRelease that delivers it, where the profile names one. */
  readonly helmRelease?: { readonly namespace: string; readonly name: string };
  /** The gate over it, if there is one; the first by name where there are several. */
  readonly gate?: ProfileGate;
  /** Steps of it are recorded: then a snapshot without records is unknown, else not applicable. */
  readonly stepsRecorded?: boolean;
}

/** A gate whose DaemonSet the profile names as well. */
export interface GatedFleetSubject extends GateSubject, FleetSubject {
  readonly gate: ProfileGate;
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
