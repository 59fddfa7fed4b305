import type { Problem } from "../../input/problem.ts";
import { readDocuments } from "../../input/read-documents.ts";
import type { SourceDocument, SourceText } from "../../input/source-document.ts";
import { textKindOf } from "./text-kind.ts";

export interface ReadSources {
  readonly documents: readonly SourceDocument[];
  /** What is neither YAML nor JSON: logs of jobs, of which the end markers are read, and of Git. */
  readonly texts: readonly SourceText[];
  readonly problems: readonly Problem[];
}

/** Reads texts as YAML or JSON documents; what is neither is set aside as text. */
export function readSources(sources: readonly SourceText[]): ReadSources {
  const documents: SourceDocument[] = [];
  const texts: SourceText[] = [];
  const problems: Problem[] = [];
  for (const source of sources) {
    if (textKindOf(source.text) !== undefined) {
      texts.push(source);
      continue;
    }
    const read = readDocuments(source);
    // To YAML a marker at the start of a line is a comment, so a log may well read as nothing.
    const isLog = hasEndMarker(source.text) && !(read.ok && read.value.some(hasContent));
    if (isLog) texts.push(source);
    else if (read.ok) documents.push(...read.value);
    else problems.push(...read.problems);
  }
  return { documents, texts, problems };
}

/** A runner's marker on a line of its own, after at most a job, a step and a time. */
function hasEndMarker(text: string): boolean {
  return /^[^"'{}\n]*##\[end-action /m.test(text);
}

function hasContent({ value }: SourceDocument): boolean {
  return typeof value === "object" && value !== null;
}
