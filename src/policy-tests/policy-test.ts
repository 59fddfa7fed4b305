import type { EffectTable } from "../engine/effects/effect-table.ts";
import type { Intent } from "../engine/policy.ts";
import type {
  Expectation as GeneratedExpectation,
  PolicyTestDocument as GeneratedPolicyTestDocument,
} from "../generated/policy-test-types.ts";
import type { DeepReadonly } from "../input/json-value.ts";
import type { Parsed, SourcePosition } from "../input/problem.ts";
import type { SourceDocument, ValuePath } from "../input/source-document.ts";
import type { ParamSetting } from "../policies/policy-settings.ts";
import type { Profile } from "../profile/profile.ts";
import type { SimulationStep } from "../simulate/happen.ts";
import type { Snapshot } from "../snapshot/snapshot.ts";
import type { Timestamp } from "../time/time.ts";

/** A test file as its author wrote it. Shape: `schemas/policy-test.schema.json`. */
export type PolicyTestDocument = DeepReadonly<GeneratedPolicyTestDocument>;
export type Expectation = DeepReadonly<GeneratedExpectation>;

/** A path that a test names, relative to its file, or a name; and where it stands. */
export interface Reference {
  readonly text: string;
  readonly position: SourcePosition;
}

/** What is seen before anything happens: files, or a snapshot that stands in the test itself. */
export type Seen =
  | { readonly type: "files"; readonly paths: readonly Reference[] }
  | { readonly type: "snapshot"; readonly document: SourceDocument };

export type TestProfile =
  | { readonly type: "file"; readonly path: Reference }
  | { readonly type: "inline"; readonly document: SourceDocument };

/** An event or a patch, and where it stands. */
export interface TestStep {
  readonly step: SimulationStep;
  readonly position: SourcePosition;
}

/** What a cluster was seen as, and what happens to it. */
export interface Scene {
  readonly seen?: Seen;
  readonly takenAt?: Timestamp;
  readonly steps?: readonly TestStep[];
}

/** What is given to a case; what it does not say is not there. */
export interface Given extends Scene {
  readonly profile?: TestProfile;
  readonly params?: readonly ParamSetting[];
  readonly now?: Timestamp;
  readonly intent?: Intent;
  readonly holder?: string;
  readonly earlier?: Scene & { readonly position: SourcePosition };
}

export interface TestCase {
  readonly name: string;
  /** Of the case in `document`. */
  readonly path: ValuePath;
  readonly document: SourceDocument;
  readonly given: Given;
  readonly expect: Expectation;
}

/** A test file that was read; what it names is not loaded yet. */
export interface PolicyTest {
  readonly document: SourceDocument;
  readonly name: string | undefined;
  /** Undefined: it names none, and is about the policies of the file beside it. */
  readonly policies: readonly Reference[] | undefined;
  readonly cases: readonly TestCase[];
}

/** What a case judges by, once its files are read. */
export interface Evidence {
  readonly snapshot: Snapshot;
  readonly profile: Profile;
  readonly effects: EffectTable;
}

/** What evidence a case asks for. */
export interface EvidenceRequest {
  readonly paths: readonly Reference[];
  /** Undefined: the one among the evidence counts. */
  readonly profile: Profile | undefined;
  readonly takenAt: Timestamp | undefined;
}

/** Reads what tests name: the caller's part, since nothing here opens a file. Asked for the same thing more than once. */
export interface TestFiles {
  readonly evidence: (request: EvidenceRequest) => Parsed<Evidence>;
  readonly profile: (path: Reference) => Parsed<Profile>;
}

/** The place of a value of a case. */
export function placeIn({ document, path }: TestCase, at: ValuePath): SourcePosition {
  return document.positionAt([...path, ...at]);
}
