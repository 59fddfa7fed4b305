import type { Parsed, Problem } from "../input/problem.ts";
import { readDocuments } from "../input/read-documents.ts";
import type { SourceDocument } from "../input/source-document.ts";
import { nearest } from "../input/suggest.ts";
import type { Profile } from "../profile/profile.ts";
import { usageProblem } from "./command-line.ts";
import type { FileReader } from "./file-reader.ts";

export interface DeclaredCredential {
  /** As the profile names it. */
  readonly credential: string;
  readonly document: SourceDocument;
}

export interface ReadCredentials {
  readonly credentials: readonly DeclaredCredential[];
  readonly problems: readonly Problem[];
}

/** Reads decrypted docker configs, each `[NAME=]FILE`. Their text goes nowhere but into fingerprints. */
export function readDeclaredCredentials(
  texts: readonly string[],
  profile: Profile,
  reader: FileReader,
): ReadCredentials {
  const names = (profile.spec.credentials ?? []).map(({ name }) => name);
  const credentials: DeclaredCredential[] = [];
  const problems: Problem[] = [];
  for (const text of texts) {
    const target = splitTarget(text, names);
    const document = target.ok ? readDocument(target.value.file, reader) : target;
    if (!target.ok) problems.push(...target.problems);
    else if (!document.ok) problems.push(...document.problems);
    else credentials.push({ credential: target.value.name, document: document.value });
  }
  return { credentials, problems };
}

function splitTarget(
  text: string,
  names: readonly string[],
): Parsed<{ readonly name: string; readonly file: string }> {
  const equals = text.indexOf("=");
  if (equals > 0) {
    const name = text.slice(0, equals);
    const file = text.slice(equals + 1);
    if (names.includes(name)) return { ok: true, value: { name, file } };
    const guess = nearest(name, names);
    return refused(
      `the profile names no credential \`${name}\``,
      guess === undefined ? namesHelp(names) : `did you mean \`${guess}\`?`,
    );
  }
  const [only, ...others] = names;
  if (only !== undefined && others.length === 0)
    return { ok: true, value: { name: only, file: text } };
  return refused(`it is not said which credential \`${text}\` is`, namesHelp(names));
}

function namesHelp(names: readonly string[]): string {
  return names.length === 0
    ? "the profile names no credential"
    : `--declared-credential NAME=FILE, with a name of: ${names.join(", ")}`;
}

function readDocument(path: string, reader: FileReader): Parsed<SourceDocument> {
  const source = reader.readText(path);
  if (!source.ok) return source;
  const documents = readDocuments(source.value);
  if (!documents.ok) return documents;
  const [first, ...others] = documents.value;
  if (first !== undefined && others.length === 0) return { ok: true, value: first };
  return {
    ok: false,
    problems: [
      {
        code: "SNAPSHOT_CREDENTIAL_INVALID",
        message: `the file holds ${documents.value.length} documents`,
        position: { file: source.value.file, line: 1, column: 1 },
        expected: "one docker config",
      },
    ],
  };
}

function refused(message: string, help: string): Parsed<never> {
  return { ok: false, problems: [usageProblem(message, help)] };
}
