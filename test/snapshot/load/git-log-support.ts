import { createHash } from "node:crypto";

/** The file that declares the credential of `load-support.ts`. */
export const path = "k8s/secret.enc.yaml";

/** What a commit made of the file; null: it took it away. */
export interface Commit {
  readonly at: string;
  readonly text: string | null;
  readonly refs?: string;
  /** Another path that the file had until then. */
  readonly from?: string;
}

export const ciphertext = (name: string): string => `ENC[AES256_GCM,data:${name},type:str]`;

export const revisionOf = (name: string): string =>
  createHash("sha256")
    .update(`${ciphertext(name)}\n`)
    .digest("hex");

/** The encrypted file with one ciphertext in it. */
export const encrypted = (name: string, more = ""): string =>
  `apiVersion: v1\nkind: Secret\nmetadata: {name: variables}\nstringData:\n  ghcr_dockerconfigjson: ${ciphertext(name)}\n${more}sops: {mac: "${ciphertext(`mac of ${name}`)}"}\n`;

/** Commits, oldest first, as `git log` prints them, the newest first. */
export function logOf(commits: readonly Commit[]): string {
  const sections = commits.map((commit, index) => {
    const before = index === 0 ? null : (commits[index - 1]?.text ?? null);
    return commitText(commit, before, index);
  });
  return sections.reverse().join("");
}

function commitText(
  { at, text, refs = "", from = path }: Commit,
  before: string | null,
  index: number,
) {
  const head = `commit ${index.toString(16).padStart(40, "0")}\n${at} (${refs})\n\n`;
  const mode =
    before === null ? "new file mode 100644\n" : text === null ? "deleted file mode 100644\n" : "";
  const rename =
    from === path ? "" : `similarity index 90%\nrename from ${from}\nrename to ${path}\n`;
  if (before === text) return `${head}diff --git a/${from} b/${path}\n${rename}`;
  const sides = `--- ${before === null ? "/dev/null" : `a/${from}`}\n+++ ${text === null ? "/dev/null" : `b/${path}`}\n`;
  const [old, now] = [linesOf(before), linesOf(text)];
  const range = (lines: readonly string[]) => `${lines.length === 0 ? 0 : 1},${lines.length}`;
  const hunk = `@@ -${range(old)} +${range(now)} @@\n${hunkLines("-", before)}${hunkLines("+", text)}`;
  return `${head}diff --git a/${from} b/${path}\n${mode}${rename}index 1..2 100644\n${sides}${hunk}`;
}

function linesOf(text: string | null): readonly string[] {
  return text === null ? [] : text.split("\n").slice(0, text.endsWith("\n") ? -1 : undefined);
}

function hunkLines(sign: string, text: string | null): string {
  const lines = linesOf(text).map((line) => `${sign}${line}\n`);
  const isCut = text !== null && !text.endsWith("\n");
  return `${lines.join("")}${isCut ? "\\ No newline at end of file\n" : ""}`;
}
