import { checkSchema, type ListExamples } from "../input/check-schema.ts";
import type { Problem } from "../input/problem.ts";
import type { SchemaValidator } from "../input/schema-validator.ts";
import type { SourceDocument, ValuePath } from "../input/source-document.ts";
import { asWritten, type RepairedDocument, repairDocument } from "./repair-document.ts";

/** A document that was held to its schema, before anything else of it is looked at. */
export interface Draft<T> {
  readonly written: SourceDocument;
  /** Where it breaks its schema. */
  readonly problems: readonly Problem[];
  /** What can be checked further, mended where it broke the schema; undefined if hardly anything can. */
  readonly readable: Readable<T> | undefined;
}

export interface Readable<T> extends RepairedDocument {
  readonly value: T;
}

/** A kind of document, by its schema. */
export interface DraftKind {
  readonly validate: SchemaValidator;
  /** A value without which nothing else in a document means anything. */
  readonly needed?: ValuePath;
  readonly examples: ListExamples;
}

/**
 * Holds a document to its schema.
 *
 * @typeParam T - What the schema of the kind describes.
 */
export function readDraft<T>(written: SourceDocument, kind: DraftKind): Draft<T> {
  const problems = checkSchema(written, kind.validate, "POLICY_INVALID", kind.examples);
  return { written, problems, readable: readableOf(written, kind, problems.length === 0) };
}

function readableOf<T>(
  written: SourceDocument,
  { validate, needed }: DraftKind,
  isSound: boolean,
): Readable<T> | undefined {
  const repaired = isSound ? asWritten(written) : repairDocument(written, validate);
  if (repaired === undefined || (needed !== undefined && repaired.isFilled(needed)))
    return undefined;
  const value: unknown = repaired.document.value;
  const fits = (candidate: unknown): candidate is T => isSound || validate(candidate).length === 0;
  return fits(value) ? { ...repaired, value } : undefined;
}
