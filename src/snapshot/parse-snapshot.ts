import { validate } from "../generated/validate-snapshot.ts";
import { checkSchema } from "../input/check-schema.ts";
import { parsePointer } from "../input/json-pointer.ts";
import { compareProblems, type Parsed, type Problem } from "../input/problem.ts";
import { readOneDocument } from "../input/read-one-document.ts";
import type { SchemaError } from "../input/schema-validator.ts";
import type { SourceDocument } from "../input/source-document.ts";
import { canonicalDocument } from "./canonical-document.ts";
import { checkSnapshot } from "./check-snapshot.ts";
import { notText } from "./not-text.ts";
import type { Snapshot } from "./snapshot.ts";

/** Reads one snapshot from a text that must hold exactly that. `file` is a name for messages; it is not opened. */
export function parseSnapshot(text: string, file: string): Parsed<Snapshot> {
  const document = readOneDocument({ file, text }, { code: "SNAPSHOT_INVALID", noun: "snapshot" });
  return document.ok ? readSnapshot(document.value) : document;
}

/**
 * Checks a document against the snapshot schema and what the schema cannot say. The result is canonical: two
 * documents that differ in the order of keys, coverage, gaps or proofs give equal snapshots.
 */
export function readSnapshot(document: SourceDocument): Parsed<Snapshot> {
  const errors = validate(document.value);
  const problems = [
    ...checkSchema(
      document,
      () => errors.filter((error) => !isTextMapError(error)),
      "SNAPSHOT_INVALID",
    ),
    ...errors.filter(isTextMapError).map((error) => asNotText(document, error)),
    ...checkSnapshot(document),
  ];
  const value: unknown = problems.length === 0 ? canonicalDocument(document.value) : undefined;
  return isSnapshot(value, problems)
    ? { ok: true, value }
    : { ok: false, problems: problems.sort(compareProblems) };
}

function isSnapshot(value: unknown, problems: readonly Problem[]): value is Snapshot {
  return problems.length === 0 && value !== undefined;
}

/** An annotation or label whose value is no text, which is what YAML makes of `5e10` and `true`. */
function isTextMapError({ keyword, instancePath }: SchemaError): boolean {
  return (
    keyword === "type" &&
    (/^\/objects\/[^/]+\/metadata\/(annotations|labels)\/[^/]+$/.test(instancePath) ||
      /^\/(talos|rendered)\/.*\/nodeAnnotations\/[^/]+$/.test(instancePath))
  );
}

function asNotText(document: SourceDocument, { instancePath }: SchemaError): Problem {
  const path = parsePointer(instancePath) ?? [];
  return notText(path.at(-2) === "labels" ? "label" : "annotation", document.positionAt(path));
}
