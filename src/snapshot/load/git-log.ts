import { type FileChange, type LineReader, readFileChange } from "./git-diff.ts";
import { readInstant } from "./instant.ts";

/** One commit of a log. */
export interface LoggedCommit {
  /** 1-based line of the text at which it begins. */
  readonly line: number;
  /** When it was committed. */
  readonly at: string;
  /** Names of refs as `%D` gives them, `grafted` among them; undefined where the format did not ask for them. */
  readonly refs: readonly string[] | undefined;
  readonly changes: readonly FileChange[];
}

export type GitLogReading =
  | { readonly ok: true; readonly commits: readonly LoggedCommit[] }
  /** 1-based line that is not as `GIT_LOG_COMMAND` prints it. */
  | { readonly ok: false; readonly line: number };

/** The command whose output is read, for messages. Each of its flags is needed; docs/inputs.md says for what. */
export const GIT_LOG_COMMAND =
  "git log -p -m --first-parent --follow --format='commit %H%n%cI (%D)' --unified=1000000 -- FILE";

/** Reads the output of `git log`, in either order. */
export function readGitLog(text: string): GitLogReading {
  const lines = text.replace(/^\ufeff/, "").split("\n");
  const reader: LineReader = { lines: lines.map((line) => line.replace(/\r$/, "")), at: 0 };
  const commits: LoggedCommit[] = [];
  while (reader.at < lines.length) {
    if (reader.lines[reader.at] === "") {
      reader.at += 1;
      continue;
    }
    const commit = readCommit(reader);
    if (commit === undefined) return { ok: false, line: Math.min(reader.at + 1, lines.length) };
    commits.push(commit);
  }
  return { ok: true, commits };
}

function readCommit(reader: LineReader): LoggedCommit | undefined {
  const line = reader.at + 1;
  if (!/^commit ([0-9a-f]{40}|[0-9a-f]{64})$/.test(reader.lines[reader.at] ?? "")) return undefined;
  reader.at += 1;
  const [, time = "", refs] =
    /^(\S{20,40})(?: \((.{0,10000})\))?\s*$/.exec(reader.lines[reader.at] ?? "") ?? [];
  const at = readInstant(time);
  if (at === undefined) return undefined;
  reader.at += 1;
  const changes: FileChange[] = [];
  for (;;) {
    const next = reader.lines[reader.at];
    if (next === "") reader.at += 1;
    else if (next?.startsWith("diff --git ")) {
      const change = readFileChange(reader);
      if (change === undefined) return undefined;
      changes.push(change);
    } else break;
  }
  return { line, at, refs: refs?.split(", "), changes };
}
