import type { Parsed, Problem } from "../input/problem.ts";
import { readOneDocument } from "../input/read-one-document.ts";
import type { SourceDocument } from "../input/source-document.ts";
import { nearest, suggestion } from "../input/suggest.ts";
import type { Profile } from "../profile/profile.ts";
import type { DeclaredCredential } from "../snapshot/load/declared-credential.ts";
import { usageProblem } from "./command-line.ts";
import { type FileReader, underFlag } from "./file-reader.ts";

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
    const document = target.ok ? readDocument(target.value, reader) : target;
    if (!target.ok) problems.push(...target.problems);
    else if (!document.ok) problems.push(...document.problems);
    else credentials.push({ credential: target.value.credential, document: document.value });
  }
  return { credentials, problems };
}

interface Target {
  /** Undefined where none is named: what the file holds may tell. */
  readonly credential: string | undefined;
  readonly file: string;
}

function splitTarget(text: string, names: readonly string[]): Parsed<Target> {
  const equals = text.indexOf("=");
  if (equals <= 0) return { ok: true, value: { credential: undefined, file: text } };
  const credential = text.slice(0, equals);
  if (names.includes(credential))
    return { ok: true, value: { credential, file: text.slice(equals + 1) } };
  const { help } = suggestion(nearest(credential, names), namesHelp(names));
  return {
    ok: false,
    problems: [usageProblem("`--declared-credential` names no credential of the profile", help)],
  };
}

function namesHelp(names: readonly string[]): string {
  return names.length === 0
    ? "the profile names no credential"
    : `--declared-credential NAME=FILE, with a name of: ${names.join(", ")}`;
}

function readDocument({ credential, file }: Target, reader: FileReader): Parsed<SourceDocument> {
  const source = reader.readText(file);
  if (source.ok) return readOneDocument(source.value, dockerConfig);
  const name = credential === undefined ? "" : ` ${credential}=…`;
  return { ok: false, problems: underFlag(source.problems, `--declared-credential${name}`) };
}

const dockerConfig = { code: "SNAPSHOT_CREDENTIAL_INVALID", noun: "docker config" } as const;
