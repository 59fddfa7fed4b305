import type { ExpressionProblem, Program } from "../cel/expression.ts";
import { endOfString, syntaxProblem } from "../cel/lexer.ts";
import { EXPRESSION_LENGTH_MAX } from "../cel/limits.ts";
import type { VariableDeclaration } from "../cel/type.ts";
import type { Bindings } from "../cel/value.ts";
import { compileExpression } from "../cel-library/compile-expression.ts";
import { type DescribeCause, formatForMessage, truncate } from "./format.ts";

/** A text with `{{ expression }}` in it, checked. */
export interface Template {
  readonly text: string;
  /** Slots of the variables that it may read, ascending. */
  readonly slots: readonly number[];
  /** Never throws. What is unknown, absent or an error is written as such. */
  readonly render: (bindings: Bindings, describe?: DescribeCause) => string;
}

export type CompiledTemplate =
  | { readonly ok: true; readonly template: Template }
  | { readonly ok: false; readonly problems: readonly ExpressionProblem[] };

/** Reads and checks a message. Problems have offsets into the whole text. */
export function compileTemplate(
  text: string,
  variables: readonly VariableDeclaration[],
): CompiledTemplate {
  if (text.length > EXPRESSION_LENGTH_MAX) {
    const message = `message is longer than ${EXPRESSION_LENGTH_MAX} code units`;
    const span = { offset: 0, end: text.length };
    return { ok: false, problems: [{ code: "EXPRESSION_LIMIT", message, ...span }] };
  }
  const parts: (string | Program)[] = [];
  const problems: ExpressionProblem[] = [];
  let at = 0;
  for (let start = text.indexOf("{{"); start !== -1; start = text.indexOf("{{", at)) {
    const end = endOfHole(text, start + 2);
    if (end === -1) {
      problems.push(syntaxProblem("`{{` is not closed", { offset: start, end: text.length }));
      break;
    }
    const compiled = compileExpression(text.slice(start + 2, end), variables);
    if (compiled.ok) parts.push(text.slice(at, start), compiled.program);
    else problems.push(...compiled.problems.map((problem) => shift(problem, start + 2)));
    at = end + 2;
  }
  if (problems.length > 0) return { ok: false, problems };
  parts.push(text.slice(at));
  return { ok: true, template: templateOf(text, parts) };
}

function shift(problem: ExpressionProblem, by: number): ExpressionProblem {
  return { ...problem, offset: problem.offset + by, end: problem.end + by };
}

/** Where the `}}` stands that closes a hole: not within a text or a map. -1 if there is none. */
function endOfHole(text: string, start: number): number {
  let depth = 0;
  let at = start;
  while (at < text.length) {
    if (depth === 0 && text.startsWith("}}", at)) return at;
    const stringEnd = endOfString(text, at) ?? at + 1;
    if (stringEnd === -1) return -1;
    if (text[at] === "{") depth++;
    if (text[at] === "}") depth--;
    at = stringEnd;
  }
  return -1;
}

function templateOf(text: string, parts: readonly (string | Program)[]): Template {
  const slots = parts.flatMap((part) => (typeof part === "string" ? [] : part.slots));
  return {
    text,
    slots: [...new Set(slots)].sort((a, b) => a - b),
    render: (bindings, describe) => {
      const texts = parts.map((part) =>
        typeof part === "string" ? part : formatForMessage(part.evaluate(bindings), describe),
      );
      return truncate(texts.join(""));
    },
  };
}
