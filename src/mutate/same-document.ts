import type { SourceDocument } from "../input/source-document.ts";

/** Whether two are one document of one file, though they may have been read apart. */
export function isSameDocument(a: SourceDocument, b: SourceDocument): boolean {
  return a === b || (a.file === b.file && a.index === b.index);
}
