import type { Problem, SourcePosition } from "../input/problem.ts";

/** An annotation or label whose value is no text, which is what YAML makes of `5e10` and `true`. */
export function notText(
  noun: "annotation" | "label" | "annotation in the machine config",
  position: SourcePosition,
): Problem {
  return {
    code: "SNAPSHOT_ANNOTATION_NOT_STRING",
    message: `the value of this ${noun} is not text`,
    position,
    expected: "text",
    help: "quote it: YAML reads an unquoted `5e10` as a number",
  };
}
