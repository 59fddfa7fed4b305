import { OBLIGATIONS } from "../engine/policy.ts";
import { validate } from "../generated/validate-warrant.ts";
import { checkSchema } from "../input/check-schema.ts";
import { member } from "../input/json-value.ts";
import type { Parsed, Problem } from "../input/problem.ts";
import { readOneDocument } from "../input/read-one-document.ts";
import type { SourceDocument } from "../input/source-document.ts";
import { compareInstants, isRealInstant } from "../snapshot/instant.ts";
import { parseTimestamp } from "../time/time.ts";
import { contentDigestOf, VALID_MINUTES_MAX, type Warrant } from "./warrant.ts";

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
  if (value.digest !== contentDigestOf(value)) return { ok: false, problems: [altered(document)] };
  const never = neverIssued(value, document);
  return never.length > 0 ? { ok: false, problems: never } : { ok: true, value };
}

/** What no plan writes, though its digest fits. */
function neverIssued(
  { issuedAt, validUntil, action }: Warrant,
  document: SourceDocument,
): readonly Problem[] {
  const problems: Problem[] = [];
  const refuse = (message: string, path: readonly string[]): void => {
    problems.push({ code: "WARRANT_INVALID", message, position: document.positionAt(path) });
  };
  const [from, to] = [parseTimestamp(issuedAt), parseTimestamp(validUntil)];
  const seconds = from === undefined || to === undefined ? 0 : to.seconds - from.seconds;
  if (compareInstants(validUntil, issuedAt) <= 0)
    refuse("`validUntil` is not after `issuedAt`", ["validUntil"]);
  if (seconds > VALID_MINUTES_MAX * 60)
    refuse(`\`validUntil\` is more than ${VALID_MINUTES_MAX} minutes after \`issuedAt\``, [
      "validUntil",
    ]);
  const places = action.obligations.map((each) => OBLIGATIONS.indexOf(each));
  if (places.some((place, at) => at > 0 && place <= (places[at - 1] ?? -1)))
    refuse("`obligations` are not in the order of carrying out, or one is there twice", [
      "action",
      "obligations",
    ]);
  return problems;
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
