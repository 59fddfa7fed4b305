import type { Problem } from "../../input/problem.ts";
import { readDocuments } from "../../input/read-documents.ts";
import type { SourceDocument, SourceText } from "../../input/source-document.ts";

export interface ReadSources {
  readonly documents: readonly SourceDocument[];
  /** Job logs, which are neither YAML nor JSON: what ran is read from their end markers. */
  readonly logs: readonly SourceText[];
  readonly problems: readonly Problem[];
}

/** Reads texts as YAML or JSON documents; what is a job log is set aside as text. */
export function readSources(sources: readonly SourceText[]): ReadSources {
  const documents: SourceDocument[] = [];
  const logs: SourceText[] = [];
  const problems: Problem[] = [];
  for (const source of sources) {
    const read = readDocuments(source);
    // To YAML a marker at the start of a line is a comment, so a log may well read as nothing.
    const isLog = hasEndMarker(source.text) && !(read.ok && read.value.some(hasContent));
    if (isLog) logs.push(source);
    else if (read.ok) documents.push(...read.value);
    else problems.push(...read.problems);
  }
  return { documents, logs, problems };
}

/** A runner's marker on a line of its own, after at most a job, a step and a time. */
function hasEndMarker(text: string): boolean {
  return /^[^"'{}\n]*##\[end-action /m.test(text);
}

function hasContent({ value }: SourceDocument): boolean {
  return typeof value === "object" && value !== null;
}
