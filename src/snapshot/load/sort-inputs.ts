import { OWN_API_VERSION } from "../../input/api-version.ts";
import type { SourceDocument } from "../../input/source-document.ts";
import { wordAt } from "./json-access.ts";

/** Documents by what they are to an evaluation. */
export interface SortedInputs {
  readonly profiles: readonly SourceDocument[];
  /** Policies, and the bindings that set something for them. */
  readonly policies: readonly SourceDocument[];
  /** Tables that extend the shipped one. */
  readonly effects: readonly SourceDocument[];
  /** Everything else: snapshots, manifests, and evidence as operators have it. */
  readonly evidence: readonly SourceDocument[];
}

/** Tells profiles, policies and effect tables from evidence, each list in the order given; tests of policies are left out. */
export function sortInputs(documents: readonly SourceDocument[]): SortedInputs {
  const isProfile = (document: SourceDocument): boolean => isOwn(document, ["Profile"]);
  const isPolicy = (document: SourceDocument): boolean =>
    isOwn(document, ["Policy", "PolicyBinding"]);
  const isEffects = (document: SourceDocument): boolean => isOwn(document, ["EffectTable"]);
  const isTest = (document: SourceDocument): boolean => isOwn(document, ["PolicyTest"]);
  return {
    profiles: documents.filter(isProfile),
    policies: documents.filter(isPolicy),
    effects: documents.filter(isEffects),
    evidence: documents.filter(
      (document) =>
        !(isProfile(document) || isPolicy(document) || isEffects(document) || isTest(document)),
    ),
  };
}

function isOwn({ value }: SourceDocument, kinds: readonly string[]): boolean {
  const kind = wordAt(value, "kind");
  return (
    wordAt(value, "apiVersion") === OWN_API_VERSION && kind !== undefined && kinds.includes(kind)
  );
}
