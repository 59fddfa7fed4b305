import type { PolicyBindingDocument as GeneratedBinding } from "../generated/policy-binding-types.ts";
import { validate } from "../generated/validate-policy-binding.ts";
import { checkSchema } from "../input/check-schema.ts";
import type { DeepReadonly } from "../input/json-value.ts";
import type { Problem } from "../input/problem.ts";
import type { SourceDocument } from "../input/source-document.ts";
import { type RepairedDocument, repairDocument } from "./repair-document.ts";

/** What somebody sets for a policy. Shape: `schemas/policy-binding.schema.json`. */
export type BindingDocument = DeepReadonly<GeneratedBinding>;

export interface BindingDraft {
  /** Where it breaks its schema. */
  readonly problems: readonly Problem[];
  readonly readable: ReadableBinding | undefined;
}

export interface ReadableBinding extends RepairedDocument {
  readonly binding: BindingDocument;
}

/** Holds a document to the schema of bindings. */
export function readBinding(written: SourceDocument): BindingDraft {
  const problems = checkSchema(written, validate, "POLICY_INVALID");
  const repaired = repairDocument(written, validate);
  const binding: unknown = repaired?.document.value;
  if (repaired === undefined || !isBinding(binding)) return { problems, readable: undefined };
  return { problems, readable: { ...repaired, binding } };
}

function isBinding(value: unknown): value is BindingDocument {
  return validate(value).length === 0;
}
