import { OWN_API_VERSION } from "../../input/api-version.ts";
import type { SourceDocument } from "../../input/source-document.ts";
import { wordAt } from "./json-access.ts";

/** Documents by what they are to an evaluation. */
export interface SortedInputs {
  readonly profiles: readonly SourceDocument[];
  readonly policies: readonly SourceDocument[];
  /** Everything else: snapshots, manifests, and evidence as operators have it. */
  readonly evidence: readonly SourceDocument[];
}

/** Tells profiles and policies from evidence, each list in the order given. */
export function sortInputs(documents: readonly SourceDocument[]): SortedInputs {
  return {
    profiles: documents.filter((document) => isOwn(document, "Profile")),
    policies: documents.filter((document) => isOwn(document, "Policy")),
    evidence: documents.filter(
      (document) => !isOwn(document, "Profile") && !isOwn(document, "Policy"),
    ),
  };
}

function isOwn({ value }: SourceDocument, kind: string): boolean {
  return wordAt(value, "apiVersion") === OWN_API_VERSION && wordAt(value, "kind") === kind;
}
