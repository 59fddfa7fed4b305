import { shippedPolicyTexts } from "../generated/shipped-policies.ts";
import { lazyDocument } from "../input/lazy-document.ts";
import { readDocuments } from "../input/read-documents.ts";
import type { SourceDocument, SourceText } from "../input/source-document.ts";

/**
 * The documents of a shipped policy file, the values of which were read when the package was built: reading YAML takes a
 * good part of a short run. Undefined for any other text, be it a shipped one that somebody has changed.
 */
export function shippedDocuments(source: SourceText): readonly SourceDocument[] | undefined {
  const shipped = shippedPolicyTexts.find(({ text }) => text === source.text);
  return shipped?.values.map((value, index) =>
    lazyDocument({ file: source.file, index, value }, () => documentAt(source, index)),
  );
}

function documentAt(source: SourceText, index: number): SourceDocument {
  const read = readDocuments(source);
  const document = read.ok ? read.value[index] : undefined;
  if (document === undefined) throw new Error(`${source.file} was read when the package was built`);
  return document;
}
