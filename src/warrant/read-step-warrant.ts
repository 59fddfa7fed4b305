import { validate } from "../generated/validate-step-warrant.ts";
import { checkSchema } from "../input/check-schema.ts";
import type { Parsed, Problem } from "../input/problem.ts";
import type { SourceDocument } from "../input/source-document.ts";
import { compareInstants, isRealInstant } from "../snapshot/instant.ts";
import { parseTimestamp } from "../time/time.ts";
import type { StepWarrant } from "./step-warrant.ts";
import { contentDigestOf, VALID_MINUTES_MAX } from "./warrant.ts";

/**
 * Reads the warrant of a rollout's step, and refuses one that was changed since it was issued. Problems name places
 * and never repeat what stands there.
 */
export function readStepWarrant(document: SourceDocument): Parsed<StepWarrant> {
  const problems = checkSchema(document, validate, "WARRANT_INVALID");
  const value: unknown = document.value;
  if (!isStepWarrant(value, problems)) return { ok: false, problems };
  if (value.digest !== contentDigestOf(value))
    return refused(document, "digest", {
      code: "WARRANT_ALTERED",
      message: "the warrant was changed since it was issued: `digest` is not that of the rest",
      help: "plan again: a warrant is never edited",
    });
  const wrong = neverIssued(value);
  return wrong === undefined
    ? { ok: true, value }
    : refused(document, wrong.field, { code: "WARRANT_INVALID", message: wrong.message });
}

function isStepWarrant(value: unknown, problems: readonly Problem[]): value is StepWarrant {
  return problems.length === 0 && value !== undefined;
}

function refused(
  document: SourceDocument,
  field: string,
  problem: Omit<Problem, "position">,
): Parsed<never> {
  return { ok: false, problems: [{ ...problem, position: document.positionAt([field]) }] };
}

/** What no plan writes, though its digest fits. */
function neverIssued(
  warrant: StepWarrant,
): { readonly field: string; readonly message: string } | undefined {
  const { issuedAt, validUntil } = warrant;
  const unreal = (["takenAt", "issuedAt", "validUntil"] as const).find(
    (field) => !isRealInstant(warrant[field]),
  );
  if (unreal !== undefined)
    return { field: unreal, message: `\`${unreal}\` is an instant that does not exist` };
  if (compareInstants(validUntil, issuedAt) <= 0)
    return { field: "validUntil", message: "`validUntil` is not after `issuedAt`" };
  const [from, to] = [parseTimestamp(issuedAt), parseTimestamp(validUntil)];
  const seconds = from === undefined || to === undefined ? 0 : to.seconds - from.seconds;
  return seconds > VALID_MINUTES_MAX * 60
    ? {
        field: "validUntil",
        message: `\`validUntil\` is more than ${VALID_MINUTES_MAX} minutes after \`issuedAt\``,
      }
    : undefined;
}
