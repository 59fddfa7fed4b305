import { DEPTH_MAX, DOCUMENTS_PER_FILE_MAX } from "./limits.ts";
import type { Problem, SourcePosition } from "./problem.ts";

// The mistakes that both notations can hold, in one wording. None of them repeats what the text says.

export function duplicateKey(position: SourcePosition): Problem {
  return {
    code: "INPUT_DUPLICATE_KEY",
    message: "this key occurs twice in one map",
    position,
    help: "remove one of the two; which of them would count differs from reader to reader",
  };
}

export function tooDeep(position: SourcePosition): Problem {
  return {
    code: "INPUT_LIMIT",
    message: `lists and maps nest deeper than ${DEPTH_MAX} levels`,
    position,
  };
}

export function tooManyDocuments(position: SourcePosition): Problem {
  return {
    code: "INPUT_LIMIT",
    message: `more than ${DOCUMENTS_PER_FILE_MAX} documents in one text`,
    position,
  };
}

export function notJson(position: SourcePosition, message: string, help?: string): Problem {
  return { code: "INPUT_NOT_JSON", message, position, ...(help === undefined ? {} : { help }) };
}

/**
 * What is wrong with a number, if anything.
 *
 * @param source - As written: an integer beyond ±(2^53 − 1) is lost in a double, a float of that size was never exact.
 */
export function numberProblem(
  source: string,
  value: number,
  position: SourcePosition,
): Problem | undefined {
  const help = "write it in quotes if it is a text, such as a hash";
  if (!Number.isFinite(value)) {
    return notJson(position, "this number is infinite or none at all", help);
  }
  const isInteger = /^[-+]?(\d+|0x[\da-f]+|0o[0-7]+)$/i.test(source);
  if (!isInteger || Number.isSafeInteger(value)) return undefined;
  return {
    code: "INPUT_UNSAFE_INTEGER",
    message: "this integer is beyond ±(2^53 − 1), where digits get lost",
    position,
    help,
  };
}
