import { join } from "node:path";
import { readDocuments } from "../../src/input/read-documents.ts";
import type { SourceDocument } from "../../src/input/source-document.ts";

export const examplesFolder: string = join(import.meta.dirname, "../../docs/examples");

/** Rows of the table that has these headings first, cell by cell, without the code marks around a whole cell. */
export function tableOf(text: string, ...headings: readonly string[]): string[][] {
  const lines = text.split("\n");
  const at = lines.findIndex((line) =>
    headings.every((heading, n) => cellsOf(line)[n] === heading),
  );
  if (at < 0) throw new Error(`no table has the headings ${headings.join(", ")}`);
  const rows = lines.slice(at + 2);
  return rows
    .slice(
      0,
      rows.findIndex((line) => !line.startsWith("|")),
    )
    .map(cellsOf);
}

function cellsOf(line: string): string[] {
  return line
    .split(/(?<!\\)\|/)
    .slice(1, -1)
    .map((cell) =>
      cell
        .trim()
        .replaceAll("\\|", "|")
        .replace(/^(\*\*|`)([^`]*)\1$/, "$2"),
    );
}

/** The texts of a page's yaml blocks. */
export function yamlBlocks(text: string): readonly string[] {
  return [...text.matchAll(/```yaml\n([\s\S]*?)```/g)].map(([, yaml = ""]) => yaml);
}

export function documentsOf(text: string): readonly SourceDocument[] {
  const read = readDocuments({ file: "page.yaml", text });
  if (!read.ok) throw new Error(read.problems.map(({ message }) => message).join("\n"));
  return read.value;
}
