import { validate } from "../generated/validate-policy.ts";
import { checkSchema } from "../input/check-schema.ts";
import type { Parsed } from "../input/problem.ts";
import type { SourceDocument } from "../input/source-document.ts";
import type { PolicyDocument } from "./policy-document.ts";

/** Takes a document for a policy if it fits the schema; its expressions are not looked at. */
export function readPolicy(document: SourceDocument): Parsed<PolicyDocument> {
  const problems = checkSchema(document, validate, "POLICY_INVALID");
  if (problems.length > 0) return { ok: false, problems };
  return { ok: true, value: document.value as unknown as PolicyDocument };
}
