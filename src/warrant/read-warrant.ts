import { validate } from "../generated/validate-warrant.ts";
import { checkSchema } from "../input/check-schema.ts";
import { member } from "../input/json-value.ts";
import type { Parsed, Problem } from "../input/problem.ts";
import { readOneDocument } from "../input/read-one-document.ts";
import type { SourceDocument } from "../input/source-document.ts";
import { isRealInstant } from "../snapshot/instant.ts";
import { contentDigestOf, type Warrant } from "./warrant.ts";

/**
 * Reads one warrant from a text that must hold exactly that, and refuses one that was changed since it was issued.
 * Problems name places and never repeat what stands there. `file` is a name for messages; it is not opened.
 */
export function parseWarrant(text: string, file: string): Parsed<Warrant> {
  const read = readOneDocument({ file, text }, { code: "WARRANT_INVALID", noun: "warrant" });
  if (!read.ok) return read;
  const document = read.value;
  const problems = [...checkSchema(document, validate, "WARRANT_INVALID"), ...noInstants(document)];
  const value: unknown = document.value;
  if (!isWarrant(value, problems)) return { ok: false, problems };
  return value.digest === contentDigestOf(value)
    ? { ok: true, value }
    : { ok: false, problems: [altered(document)] };
}

function isWarrant(value: unknown, problems: readonly Problem[]): value is Warrant {
  return problems.length === 0 && value !== undefined;
}

const instants = ["takenAt", "issuedAt", "validUntil"] as const;

/** Instants that look right to the schema, and that no calendar has. */
function noInstants(document: SourceDocument): readonly Problem[] {
  return instants.flatMap((key): readonly Problem[] => {
    const text = member(document.value, key);
    if (typeof text !== "string" || !text.endsWith("Z") || isRealInstant(text)) return [];
    const message = `\`${key}\` is an instant that does not exist`;
    return [{ code: "WARRANT_INVALID", message, position: document.positionAt([key]) }];
  });
}

function altered(document: SourceDocument): Problem {
  return {
    code: "WARRANT_ALTERED",
    message: "the warrant was changed since it was issued: `digest` is not that of the rest",
    position: document.positionAt(["digest"]),
    help: "plan again: a warrant is never edited",
  };
}
