import type { PolicyBindingDocument as GeneratedBinding } from "../generated/policy-binding-types.ts";
import { validate } from "../generated/validate-policy-binding.ts";
import { type DeepReadonly, member } from "../input/json-value.ts";
import type { SourceDocument } from "../input/source-document.ts";
import { nearest } from "../input/suggest.ts";
import { type Draft, type DraftKind, type Readable, readDraft } from "./read-draft.ts";

/** What somebody sets for a policy. Shape: `schemas/policy-binding.schema.json`. */
export type BindingDocument = DeepReadonly<GeneratedBinding>;

export type BindingDraft = Draft<BindingDocument>;
export type ReadableBinding = Readable<BindingDocument>;

const kind: DraftKind = {
  validate,
  examples: { "/spec/rules": "- { name: …, enforcement: warn }" },
};

/** Holds a document to the schema of bindings. */
export function readBinding(written: SourceDocument): BindingDraft {
  return readDraft<BindingDocument>(written, kind);
}

/** Tells bindings from policies, also where the kind is misspelt. */
export function isBinding({ value }: SourceDocument): boolean {
  const word = member(value, "kind");
  if (typeof word !== "string") return false;
  return word === "PolicyBinding" || nearest(word, ["Policy", "PolicyBinding"]) === "PolicyBinding";
}
