import { escapeText } from "../input/escape-text.ts";
import { formatProblem } from "../input/format-problem.ts";
import { compareProblems, type Problem, type SourcePosition } from "../input/problem.ts";
import type { ShownText } from "../input/source-document.ts";
import type { CliIo } from "./cli-io.ts";

/** Notices are about what was assumed; they change no result. */
export function writeNotices(io: CliIo, notices: readonly string[]): void {
  for (const notice of new Set(notices)) io.writeError(`note: ${escapeText(notice)}\n`);
}

/**
 * Every problem once, in order of place.
 *
 * @param shown - Only lines of these policies, profiles and tests are shown, and of a line only their part: any other input
 * may hold secrets.
 */
export function writeProblems(
  io: CliIo,
  problems: readonly Problem[],
  shown: readonly ShownText[] = [],
): void {
  const lineAt = (position: SourcePosition): string | undefined =>
    shown
      .filter(({ file }) => file === position.file)
      .map((text) => text.lineAt(position))
      .find((line) => line !== undefined);
  const texts = [...problems]
    .sort(compareProblems)
    .map((problem) => formatProblem(problem, isAboutShown(problem) ? lineAt : undefined));
  for (const text of new Set(texts)) io.writeError(`${text}\n`);
}

function isAboutShown({ code }: Problem): boolean {
  return ["POLICY_", "EXPRESSION_", "PROFILE_", "INPUT_", "TEST_"].some((prefix) =>
    code.startsWith(prefix),
  );
}
