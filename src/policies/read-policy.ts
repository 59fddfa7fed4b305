import { validate } from "../generated/validate-policy.ts";
import type { SourceDocument } from "../input/source-document.ts";
import type { PolicyDocument } from "./policy-document.ts";
import { type Draft, type DraftKind, type Readable, readDraft } from "./read-draft.ts";

/** A policy before its expressions are looked at. */
export type PolicyDraft = Draft<PolicyDocument>;
export type ReadablePolicy = Readable<PolicyDocument>;

const kind: DraftKind = {
  validate,
  // Without it no name in a policy means anything.
  needed: ["spec", "subject"],
  examples: {
    "/spec/paramValidations": "- { expression: params.a <= params.b, message: … }",
    "/spec/variables": "- { name: …, expression: … }",
    "/spec/rules": "- { name: …, condition: …, outcome: { … } }",
    "/spec/whenUnknown": "- { facts: [ … ], when: …, outcome: { … } }",
  },
};

/** Holds a document to the schema of policies. */
export function readPolicy(written: SourceDocument): PolicyDraft {
  return readDraft<PolicyDocument>(written, kind);
}
