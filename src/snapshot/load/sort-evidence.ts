import { compareText } from "../../input/compare-text.ts";
import type { JsonValue } from "../../input/json-value.ts";
import { readDocuments } from "../../input/read-documents.ts";
import type { SourceDocument, SourceText } from "../../input/source-document.ts";
import { namedGitFiles } from "../../profile/named-files.ts";
import { canonicalJson } from "../canonical-json.ts";
import { type GitSource, gitPathOf } from "./git-file.ts";
import { textAt } from "./json-access.ts";
import type { LoadContext } from "./load-context.ts";
import { problemAt } from "./place.ts";
import { type EvidenceKind, RECOGNIZED_HELP, recognize } from "./recognize.ts";
import { OWN_API_VERSION } from "./sort-inputs.ts";

/** A file read from a Git checkout at its exact path. */
export interface GitFileInput {
  readonly path: string;
  readonly source: SourceText;
}

/** What was given, by what it is. */
export interface SortedEvidence {
  readonly ofKind: (kind: EvidenceKind) => readonly SourceDocument[];
  readonly git: readonly GitSource[];
  /** Texts that are no files of the checkout. */
  readonly texts: readonly SourceText[];
}

export interface EvidenceInput {
  readonly documents: readonly SourceDocument[];
  readonly texts: readonly SourceText[];
  readonly gitFiles: readonly GitFileInput[];
}

/** Sorts evidence by content, files of the checkout by their path; what is neither is a problem. */
export function sortEvidence(input: EvidenceInput, context: LoadContext): SortedEvidence {
  const paths = namedGitFiles(context.profile);
  const byKind = new Map<EvidenceKind, SourceDocument[]>();
  const inGit = new Map<string, SourceDocument[]>();
  for (const document of inFileOrder(input.documents)) {
    if (isAtGitPath(document, paths)) pushOnce(inGit, document);
    else sortDocument(document, byKind, context);
  }
  const texts = inFileOrder(input.texts);
  const isGitText = ({ file }: SourceText): boolean => gitPathOf(file, paths) !== undefined;
  const sources = [
    ...input.gitFiles.map(({ path, source }) => ({ path, source })),
    ...texts
      .filter(isGitText)
      .map((source) => ({ path: gitPathOf(source.file, paths) ?? "", source })),
  ];
  const git = [
    ...[...inGit].map(([file, documents]) => ({ path: gitPathOf(file, paths) ?? "", documents })),
    ...sources.flatMap(({ path, source }) => parseGitFile({ path, source }, context)),
  ];
  return {
    ofKind: (kind) => byKind.get(kind) ?? [],
    git: git.sort((a, b) => compareText(a.path, b.path)),
    texts: texts.filter((text) => !isGitText(text)),
  };
}

/** So that which of two conflicting places is named first does not depend on the order of arguments. */
function inFileOrder<T extends { readonly file: string; readonly index?: number }>(
  items: readonly T[],
): readonly T[] {
  return [...items].sort((a, b) => compareText(a.file, b.file) || (a.index ?? 0) - (b.index ?? 0));
}

function isAtGitPath({ file, value }: SourceDocument, paths: readonly string[]): boolean {
  return textAt(value, "apiVersion") !== OWN_API_VERSION && gitPathOf(file, paths) !== undefined;
}

/** A file that is named twice is one file. */
function pushOnce(inGit: Map<string, SourceDocument[]>, document: SourceDocument): void {
  const isKnown = (inGit.get(document.file) ?? []).some(
    ({ index, value }) =>
      index === document.index && canonicalJson(value) === canonicalJson(document.value),
  );
  if (!isKnown) push(inGit, document.file, document);
}

function push<K>(map: Map<K, SourceDocument[]>, key: K, document: SourceDocument): void {
  const found = map.get(key);
  if (found === undefined) map.set(key, [document]);
  else found.push(document);
}

function sortDocument(
  document: SourceDocument,
  byKind: Map<EvidenceKind, SourceDocument[]>,
  { log }: LoadContext,
): void {
  const kind = recognize(document.value);
  if (kind !== undefined) {
    push(byKind, kind, document);
    return;
  }
  log.problems.push(
    problemAt(
      { document, path: [] },
      "SNAPSHOT_UNRECOGNIZED",
      `the document is ${formOf(document.value)} that is none of what is recognised`,
      { help: RECOGNIZED_HELP },
    ),
  );
}

function formOf(value: JsonValue): string {
  if (Array.isArray(value)) return "a list";
  return typeof value === "object" ? "a map" : "a single value";
}

function parseGitFile({ path, source }: GitFileInput, { log }: LoadContext): readonly GitSource[] {
  const parsed = readDocuments(source);
  if (parsed.ok) return [{ path, documents: parsed.value }];
  log.problems.push(...parsed.problems);
  return [];
}
