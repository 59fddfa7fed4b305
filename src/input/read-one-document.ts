import { type Parsed, type Problem, type ProblemCode, startOf } from "./problem.ts";
import { readDocuments } from "./read-documents.ts";
import type { SourceDocument, SourceText } from "./source-document.ts";

/** What the document is, for the message when there is not exactly one. */
export interface DocumentKind {
  readonly code: ProblemCode;
  readonly noun: string;
}

/** Reads a text that must hold exactly one document. */
export function readOneDocument(source: SourceText, kind: DocumentKind): Parsed<SourceDocument> {
  const documents = readDocuments(source);
  if (!documents.ok) return documents;
  const [first, second] = documents.value;
  if (first !== undefined && second === undefined) return { ok: true, value: first };
  const problem: Problem = {
    code: kind.code,
    message:
      second === undefined
        ? `no ${kind.noun} in this file`
        : `${documents.value.length} documents where one ${kind.noun} belongs`,
    position: second?.positionAt([]) ?? startOf(source.file),
    expected: `exactly one ${kind.noun}`,
  };
  return { ok: false, problems: [problem] };
}
