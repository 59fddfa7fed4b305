import { jsonDocument } from "./json-document.ts";
import { findJsonProblems, isPlainJson } from "./json-problems.ts";
import type { JsonValue } from "./json-value.ts";
import { PROBLEMS_PER_FILE_MAX, TEXT_LENGTH_MAX } from "./limits.ts";
import { createLineIndex, type LineIndex } from "./line-index.ts";
import { compareProblems, type Parsed, type Problem } from "./problem.ts";
import type { SourceDocument, SourceText } from "./source-document.ts";
import { readYaml } from "./yaml-document.ts";

/**
 * Reads every document of a JSON or YAML 1.2 text; a text with nothing in it gives none.
 *
 * It never throws and never repeats what the text says: problems name places. They are
 * `INPUT_SYNTAX`, `INPUT_DUPLICATE_KEY`, `INPUT_UNSAFE_INTEGER`, `INPUT_NOT_JSON` and `INPUT_LIMIT`.
 */
export function readDocuments(source: SourceText): Parsed<readonly SourceDocument[]> {
  const { file } = source;
  if (source.text.length > TEXT_LENGTH_MAX) return refused([tooLong(file)]);
  const text = source.text.startsWith("\ufeff") ? source.text.slice(1) : source.text;
  const lines = createLineIndex(file, text);
  const json = parseJson(text);
  if (json === undefined) return fromYaml({ file, text, lines });
  if (!isPlainJson(text, json.value)) {
    const problems = findJsonProblems(text, lines);
    if (problems.length > 0) return refused(problems);
  }
  return { ok: true, value: [jsonDocument({ file, text, lines }, json.value)] };
}

interface IndexedText extends SourceText {
  readonly lines: LineIndex;
}

function fromYaml(source: IndexedText): Parsed<readonly SourceDocument[]> {
  const { documents, problems } = readYaml(source);
  return problems.length > 0 ? refused(problems) : { ok: true, value: documents };
}

/** Undefined when the text is not JSON, or is a lone scalar. */
function parseJson(text: string): { readonly value: JsonValue } | undefined {
  if (!/^[ \t\r\n]*[{[]/.test(text)) return undefined;
  try {
    const value: JsonValue = JSON.parse(text);
    return { value };
  } catch {
    // YAML reads what people write in braces, and says where the mistake is.
    return undefined;
  }
}

function refused(problems: readonly Problem[]): Parsed<never> {
  return {
    ok: false,
    problems: [...problems].sort(compareProblems).slice(0, PROBLEMS_PER_FILE_MAX),
  };
}

function tooLong(file: string): Problem {
  return {
    code: "INPUT_LIMIT",
    message: `the text is longer than ${TEXT_LENGTH_MAX} characters`,
    position: { file, line: 1, column: 1 },
  };
}
