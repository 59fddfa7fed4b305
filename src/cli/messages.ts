import { escapeText } from "../input/escape-text.ts";
import { formatProblem } from "../input/format-problem.ts";
import { compareProblems, type Problem } from "../input/problem.ts";
import type { SourceDocument } from "../input/source-document.ts";
import type { CliIo } from "./cli-io.ts";

/** Notices are about what was assumed; they change no result. */
export function writeNotices(io: CliIo, notices: readonly string[]): void {
  for (const notice of new Set(notices)) io.writeError(`note: ${escapeText(notice)}\n`);
}

/**
 * Every problem once, in order of place.
 *
 * @param policies - Only their lines are shown: any other input may hold secrets.
 */
export function writeProblems(
  io: CliIo,
  problems: readonly Problem[],
  policies: readonly SourceDocument[] = [],
): void {
  const lineAt = (file: string, line: number): string | undefined =>
    policies.find((document) => document.file === file)?.lineAt(line);
  const texts = [...problems]
    .sort(compareProblems)
    .map((problem) => formatProblem(problem, isAboutPolicy(problem) ? lineAt : undefined));
  for (const text of new Set(texts)) io.writeError(`${text}\n`);
}

function isAboutPolicy({ code }: Problem): boolean {
  return code.startsWith("POLICY_") || code.startsWith("EXPRESSION_");
}
