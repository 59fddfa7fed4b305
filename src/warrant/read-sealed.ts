import { checkSchema } from "../input/check-schema.ts";
import { member } from "../input/json-value.ts";
import type { Parsed, Problem } from "../input/problem.ts";
import type { SchemaValidator } from "../input/schema-validator.ts";
import type { SourceDocument } from "../input/source-document.ts";
import { compareInstants, isRealInstant } from "../snapshot/instant.ts";
import { parseTimestamp } from "../time/time.ts";
import { contentDigestOf, VALID_MINUTES_MAX } from "./warrant.ts";

/** What every kind of warrant has: when it was issued, until when it is good, and a digest of itself. */
export interface Sealed {
  readonly issuedAt: string;
  readonly validUntil: string;
  readonly digest: string;
}

/** A mistake, and the keys that lead to it. */
export interface Mistake {
  readonly message: string;
  readonly path: readonly string[];
}

/**
 * Reads a document that was sealed when it was issued, and refuses one that was changed since, or that no plan writes
 * though its digest fits. Problems name places and never repeat what stands there.
 *
 * @param mistakesOf - What else no plan writes.
 */
export function readSealed<Document extends Sealed>(
  document: SourceDocument,
  validate: SchemaValidator,
  mistakesOf: (sealed: Document) => readonly Mistake[] = () => [],
): Parsed<Document> {
  const problems = [...checkSchema(document, validate, "WARRANT_INVALID"), ...noInstants(document)];
  const value: unknown = document.value;
  if (!isValid<Document>(value, problems)) return { ok: false, problems };
  if (value.digest !== contentDigestOf(value)) return { ok: false, problems: [altered(document)] };
  const mistakes = [...endMistakes(value), ...mistakesOf(value)];
  return mistakes.length > 0
    ? { ok: false, problems: mistakes.map((each) => invalid(document, each)) }
    : { ok: true, value };
}

function isValid<Document>(value: unknown, problems: readonly Problem[]): value is Document {
  return problems.length === 0 && value !== undefined;
}

const instants = ["takenAt", "issuedAt", "validUntil"];

/** Instants that look right to the schema, and that no calendar has. */
function noInstants(document: SourceDocument): readonly Problem[] {
  return instants.flatMap((key): readonly Problem[] => {
    const text = member(document.value, key);
    if (typeof text !== "string" || !text.endsWith("Z") || isRealInstant(text)) return [];
    return [
      invalid(document, { message: `\`${key}\` is an instant that does not exist`, path: [key] }),
    ];
  });
}

function endMistakes({ issuedAt, validUntil }: Sealed): readonly Mistake[] {
  const path = ["validUntil"];
  if (compareInstants(validUntil, issuedAt) <= 0)
    return [{ message: "`validUntil` is not after `issuedAt`", path }];
  const [from, to] = [parseTimestamp(issuedAt), parseTimestamp(validUntil)];
  const seconds = from === undefined || to === undefined ? 0 : to.seconds - from.seconds;
  if (seconds <= VALID_MINUTES_MAX * 60) return [];
  const message = `\`validUntil\` is more than ${VALID_MINUTES_MAX} minutes after \`issuedAt\``;
  return [{ message, path }];
}

function invalid(document: SourceDocument, { message, path }: Mistake): Problem {
  return { code: "WARRANT_INVALID", message, position: document.positionAt(path) };
}

function altered(document: SourceDocument): Problem {
  return {
    code: "WARRANT_ALTERED",
    message: "the warrant was changed since it was issued: `digest` is not that of the rest",
    position: document.positionAt(["digest"]),
    help: "plan again: a warrant is never edited",
  };
}
