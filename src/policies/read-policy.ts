import { validate } from "../generated/validate-policy.ts";
import { checkSchema } from "../input/check-schema.ts";
import type { Parsed, Problem } from "../input/problem.ts";
import type { SourceDocument } from "../input/source-document.ts";
import type { PolicyDocument } from "./policy-document.ts";

/** Takes a document for a policy if it fits the schema; its expressions are not looked at. */
export function readPolicy(document: SourceDocument): Parsed<PolicyDocument> {
  const problems = checkSchema(document, validate, "POLICY_INVALID");
  const policy: unknown = document.value;
  return isPolicy(policy, problems) ? { ok: true, value: policy } : { ok: false, problems };
}

function isPolicy(value: unknown, problems: readonly Problem[]): value is PolicyDocument {
  return problems.length === 0 && value !== undefined;
}
