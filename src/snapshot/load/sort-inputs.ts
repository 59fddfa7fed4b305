import type { SourceDocument } from "../../input/source-document.ts";
import { textAt } from "./json-access.ts";

/** The `apiVersion` of every document that Fleetwarrant itself defines. */
export const OWN_API_VERSION = "fleetwarrant.dev/v1alpha1";

/** Documents by what they are to an evaluation. */
export interface SortedInputs {
  readonly profiles: readonly SourceDocument[];
  readonly policies: readonly SourceDocument[];
  readonly snapshots: readonly SourceDocument[];
  readonly manifests: readonly SourceDocument[];
  /** Everything else: evidence as operators have it. */
  readonly rest: readonly SourceDocument[];
}

/** Tells documents of Fleetwarrant's own kinds from evidence, each list in the order given. */
export function sortInputs(documents: readonly SourceDocument[]): SortedInputs {
  const ofKind = (kind: string): readonly SourceDocument[] =>
    documents.filter((document) => ownKind(document) === kind);
  return {
    profiles: ofKind("Profile"),
    policies: ofKind("Policy"),
    snapshots: ofKind("Snapshot"),
    manifests: ofKind("SnapshotManifest"),
    rest: documents.filter((document) => !ownKinds.has(ownKind(document) ?? "")),
  };
}

const ownKinds: ReadonlySet<string> = new Set([
  "Profile",
  "Policy",
  "Snapshot",
  "SnapshotManifest",
]);

function ownKind({ value }: SourceDocument): string | undefined {
  return textAt(value, "apiVersion") === OWN_API_VERSION ? textAt(value, "kind") : undefined;
}
