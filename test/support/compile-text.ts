import type { PolicySet } from "../../src/engine/policy.ts";
import type { Problem } from "../../src/input/problem.ts";
import { readDocuments } from "../../src/input/read-documents.ts";
import type { SourceDocument } from "../../src/input/source-document.ts";
import { compilePolicySet } from "../../src/policies/compile-policy-set.ts";
import type { ParamSetting } from "../../src/policies/policy-settings.ts";

/** Files by name, each with any number of documents. */
export type Files = Readonly<Record<string, string>>;

function documentsOf(files: Files): readonly SourceDocument[] {
  return Object.entries(files).flatMap(([file, text]) => {
    const read = readDocuments({ file, text });
    if (!read.ok) throw new Error(`${file}: ${read.problems[0]?.message}`);
    return read.value;
  });
}

export function compileFiles(files: Files, settings: readonly ParamSetting[] = []): PolicySet {
  const compiled = compilePolicySet(documentsOf(files), settings);
  if (compiled.ok) return compiled.value;
  throw new Error(compiled.problems.map((problem) => JSON.stringify(problem)).join("\n"));
}

export function problemsIn(
  files: Files,
  settings: readonly ParamSetting[] = [],
): readonly Problem[] {
  const compiled = compilePolicySet(documentsOf(files), settings);
  return compiled.ok ? [] : compiled.problems;
}

/** `file:line:column CODE` and the help, for whole lists of problems at a glance. */
export function inShort({ position, code, help }: Problem): string {
  const place =
    position === undefined ? "" : `${position.file}:${position.line}:${position.column} `;
  return `${place}${code}${help === undefined ? "" : ` (${help})`}`;
}
