import { jsonDocument } from "./json-document.ts";
import { findJsonProblems, isPlainJson } from "./json-problems.ts";
import { type JsonPiece, shiftLines, splitJson } from "./json-stream.ts";
import type { JsonValue } from "./json-value.ts";
import { DOCUMENTS_PER_FILE_MAX, PROBLEMS_PER_FILE_MAX, TEXT_LENGTH_MAX } from "./limits.ts";
import { createLineIndex, type LineIndex } from "./line-index.ts";
import { compareProblems, type Parsed, type Problem, startOf } from "./problem.ts";
import type { SourceDocument, SourceText } from "./source-document.ts";
import { tooManyDocuments } from "./text-problems.ts";
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
  const pieces = parseJson(text);
  return pieces === undefined ? fromYaml({ file, text, lines }) : fromJson(file, pieces, lines);
}

function fromJson(
  file: string,
  pieces: readonly JsonPiece[],
  lines: LineIndex,
): Parsed<readonly SourceDocument[]> {
  if (pieces.length > DOCUMENTS_PER_FILE_MAX)
    return refused([tooManyDocuments(lines.positionOf(0))]);
  const problems: Problem[] = [];
  const documents = pieces.map(({ text, start, value }, index) => {
    const inPiece = start === 0 ? lines : shiftLines(lines, start);
    if (!isPlainJson(text, value)) problems.push(...findJsonProblems(text, inPiece));
    return jsonDocument({ file, text, lines: inPiece }, value, index);
  });
  return problems.length > 0 ? refused(problems) : { ok: true, value: documents };
}

interface IndexedText extends SourceText {
  readonly lines: LineIndex;
}

function fromYaml(source: IndexedText): Parsed<readonly SourceDocument[]> {
  const { documents, problems } = readYaml(source);
  return problems.length > 0 ? refused(problems) : { ok: true, value: documents };
}

/** The JSON values in a text, one as a rule; undefined when it is not JSON, or is a lone scalar. */
function parseJson(text: string): readonly JsonPiece[] | undefined {
  if (!/^[ \t\r\n]*[{[]/.test(text)) return undefined;
  try {
    const value: JsonValue = JSON.parse(text);
    return [{ text, start: 0, value }];
  } catch {
    // Else YAML reads what people write in braces, and says where the mistake is.
    return splitJson(text);
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
    position: startOf(file),
  };
}
