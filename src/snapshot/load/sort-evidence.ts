import { OWN_API_VERSION } from "../../input/api-version.ts";
import { compareText } from "../../input/compare-text.ts";
import { groupBy } from "../../input/group-by.ts";
import { isList, type JsonValue } from "../../input/json-value.ts";
import { readDocuments } from "../../input/read-documents.ts";
import type { SourceDocument, SourceText } from "../../input/source-document.ts";
import { namedGitFiles } from "../../profile/named-files.ts";
import { canonicalJson } from "../canonical-json.ts";
import { type GitSource, gitPathOf } from "./git-file.ts";
import { wordAt } from "./json-access.ts";
import type { LoadContext } from "./load-context.ts";
import { problemAt } from "./place.ts";
import { type EvidenceKind, RECOGNIZED_HELP, recognize } from "./recognize.ts";
import { type TextKind, textKindOf } from "./text-kind.ts";

/** A file read from a Git checkout at its exact path. */
export interface GitFileInput {
  readonly path: string;
  readonly source: SourceText;
}

/** What was given, by what it is. */
export interface SortedEvidence {
  readonly ofKind: (kind: EvidenceKind) => readonly SourceDocument[];
  readonly git: readonly GitSource[];
  /** Texts that are no files of the checkout; "other" is what its first line does not tell. */
  readonly textsOfKind: (kind: TextKind | "other") => readonly SourceText[];
}

export interface EvidenceInput {
  readonly documents: readonly SourceDocument[];
  readonly texts: readonly SourceText[];
  readonly gitFiles: readonly GitFileInput[];
}

/** Sorts evidence by content, files of the checkout by their path; what is neither is a problem. */
export function sortEvidence(input: EvidenceInput, context: LoadContext): SortedEvidence {
  const paths = namedGitFiles(context.profile);
  const byFile = partByGitPath(inFileOrder(input.documents), (document) =>
    isOwn(document) ? undefined : gitPathOf(document.file, paths),
  );
  const texts = partByGitPath(inFileOrder(input.texts), ({ file }) => gitPathOf(file, paths));
  const textsByKind = groupBy(texts.rest, ({ text }) => textKindOf(text) ?? "other");
  const byKind = groupBy(byFile.rest, (document) => kindOf(document, context));
  const git = [
    ...[...groupBy(byFile.inGit, ({ item }) => item.file).values()].map((given) => ({
      path: given[0].path,
      documents: distinct(given.map(({ item }) => item)),
    })),
    ...[
      ...input.gitFiles,
      ...texts.inGit.map(({ path, item }) => ({ path, source: item })),
    ].flatMap((file) => parseGitFile(file, context)),
  ];
  return {
    ofKind: (kind) => byKind.get(kind) ?? [],
    git: git.sort((a, b) => compareText(a.path, b.path)),
    textsOfKind: (kind) => textsByKind.get(kind) ?? [],
  };
}

interface Parted<T> {
  readonly inGit: readonly { readonly path: string; readonly item: T }[];
  readonly rest: readonly T[];
}

/** Sets aside what lies at a Git path of the profile. */
function partByGitPath<T>(items: readonly T[], pathOf: (item: T) => string | undefined): Parted<T> {
  const inGit: { path: string; item: T }[] = [];
  const rest: T[] = [];
  for (const item of items) {
    const path = pathOf(item);
    if (path === undefined) rest.push(item);
    else inGit.push({ path, item });
  }
  return { inGit, rest };
}

/** So that which of two conflicting places is named first does not depend on the order of arguments. */
function inFileOrder<T extends { readonly file: string; readonly index?: number }>(
  items: readonly T[],
): readonly T[] {
  return [...items].sort((a, b) => compareText(a.file, b.file) || (a.index ?? 0) - (b.index ?? 0));
}

/** What Fleetwarrant itself defines is what it says it is, wherever it lies. */
function isOwn({ value }: SourceDocument): boolean {
  return wordAt(value, "apiVersion") === OWN_API_VERSION;
}

/** A file that is named twice is one file. */
function distinct(documents: readonly SourceDocument[]): readonly SourceDocument[] {
  const byContent = groupBy(documents, ({ index, value }) => `${index} ${canonicalJson(value)}`);
  return [...byContent.values()].map(([first]) => first);
}

function kindOf(document: SourceDocument, { log }: LoadContext): EvidenceKind | undefined {
  const kind = recognize(document.value);
  if (kind === undefined) {
    log.problems.push(
      problemAt(
        { document, path: [] },
        "SNAPSHOT_UNRECOGNIZED",
        `the document is ${formOf(document.value)} that is none of what is recognised`,
        { help: RECOGNIZED_HELP },
      ),
    );
  }
  return kind;
}

function formOf(value: JsonValue): string {
  if (isList(value)) return "a list";
  return typeof value === "object" ? "a map" : "a single value";
}

function parseGitFile({ path, source }: GitFileInput, { log }: LoadContext): readonly GitSource[] {
  const parsed = readDocuments(source);
  if (parsed.ok) return [{ path, documents: parsed.value }];
  log.problems.push(...parsed.problems);
  return [];
}
