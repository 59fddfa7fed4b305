import { validate } from "../generated/validate-policy.ts";
import { checkSchema } from "../input/check-schema.ts";
import type { Problem } from "../input/problem.ts";
import type { SourceDocument } from "../input/source-document.ts";
import type { PolicyDocument } from "./policy-document.ts";
import { asWritten, type RepairedDocument, repairDocument } from "./repair-document.ts";

/** A policy before its expressions are looked at. */
export interface PolicyDraft {
  readonly written: SourceDocument;
  /** Where it breaks its schema. */
  readonly problems: readonly Problem[];
  /** What can be checked further, mended where it broke the schema; undefined if hardly anything can. */
  readonly readable: ReadablePolicy | undefined;
}

export interface ReadablePolicy extends RepairedDocument {
  readonly policy: PolicyDocument;
}

/** Holds a document to the schema of policies. */
export function readPolicy(written: SourceDocument): PolicyDraft {
  const problems = checkSchema(written, validate, "POLICY_INVALID");
  const isSound = problems.length === 0;
  return { written, problems, readable: readablePolicy(written, isSound) };
}

function readablePolicy(written: SourceDocument, isSound: boolean): ReadablePolicy | undefined {
  const repaired = isSound ? asWritten(written) : repairDocument(written, validate);
  // Without its subject no name in a policy means anything.
  if (repaired === undefined || repaired.isFilled(["spec", "subject"])) return undefined;
  const policy: unknown = repaired.document.value;
  return isPolicy(policy, isSound) ? { ...repaired, policy } : undefined;
}

function isPolicy(value: unknown, isSound: boolean): value is PolicyDocument {
  return isSound || validate(value).length === 0;
}
