import type { EffectTable } from "../engine/effects/effect-table.ts";
import { readEffectTables } from "../engine/effects/read-effect-tables.ts";
import { type Parsed, type Problem, startOf } from "../input/problem.ts";
import { readDocuments } from "../input/read-documents.ts";
import type { SourceDocument } from "../input/source-document.ts";
import { type FileReader, underFlag } from "./file-reader.ts";

export interface ChosenEffects {
  /** Undefined only if there are problems. */
  readonly table: EffectTable | undefined;
  /** The documents read, of which lines may be shown. */
  readonly shown: readonly SourceDocument[];
  readonly problems: readonly Problem[];
  /** What extends the shipped table, for people. */
  readonly notices: readonly string[];
}

/**
 * The shipped effect table, extended by those of the files given, else by those among the inputs. With files, nothing found
 * among the inputs counts.
 */
export function chooseEffects(
  paths: readonly string[],
  found: readonly SourceDocument[],
  reader: FileReader,
): ChosenEffects {
  const read = paths.map((path) => documentsAt(path, reader));
  const documents =
    paths.length === 0 ? found : read.flatMap((each) => (each.ok ? each.value : []));
  const problems = read.flatMap((each) => (each.ok ? [] : each.problems));
  const files = [...new Set(documents.map(({ file }) => file))];
  const notices = files.map((file) => `the effect table is extended by ${file}`);
  const table = readEffectTables(documents);
  if (!table.ok) problems.push(...table.problems);
  return {
    table: table.ok && problems.length === 0 ? table.value : undefined,
    shown: documents,
    problems,
    notices,
  };
}

function documentsAt(path: string, reader: FileReader): Parsed<readonly SourceDocument[]> {
  const text = reader.readText(path);
  if (!text.ok) return { ok: false, problems: underFlag(text.problems, "--effects") };
  const read = readDocuments(text.value);
  if (!read.ok || read.value.length > 0) return read;
  const { file } = text.value;
  const problem: Problem = {
    code: "EFFECT_TABLE_INVALID",
    message: "no effect table in this file",
    position: startOf(file),
    expected: "documents with `kind: EffectTable`",
  };
  return { ok: false, problems: [problem] };
}
