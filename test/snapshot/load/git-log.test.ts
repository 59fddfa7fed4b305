import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { GIT_LOG_COMMAND } from "../../../src/snapshot/load/git-log.ts";
import { type Commit, ciphertext, encrypted, logOf, path, revisionOf } from "./git-log-support.ts";
import { assembledOf, type Given, placesOf, problemsOf, profileWith } from "./load-support.ts";

const history = profileWith({ history: true });
const current = `${encrypted("a")}`;

const given = (log: string, more: Given = {}): Given => ({
  profile: history,
  texts: { "history.log": log },
  git: { [path]: current },
  ...more,
});

const recordOf = (log: string, more: Given = {}) => {
  const { snapshot, notices } = assembledOf(given(log, more));
  const { declared, previous } = snapshot.credentials?.registry ?? {};
  return { first: declared?.firstDeclaredAt, previous, gaps: snapshot.gaps ?? [], notices };
};

const day = (number: number): string => `2026-01-0${number}T10:00:00+02:00`;
const utc = (number: number): string => `2026-01-0${number}T08:00:00Z`;
const versions = (...names: readonly string[]): readonly Commit[] =>
  names.map((name, index) => ({ at: day(index + 1), text: encrypted(name) }));

const entry = (name: string, first: number, last = first) => ({
  revision: revisionOf(name),
  firstDeclaredAt: utc(first),
  lastDeclaredAt: utc(last),
});

describe("a log of the file that declares a credential", () => {
  it.each<{
    readonly why: string;
    readonly log: string;
    readonly first?: string;
    readonly previous: unknown;
  }>([
    { why: "one commit", log: logOf(versions("a")), first: utc(1), previous: [] },
    {
      why: "another ciphertext before, of which nobody knows whether it is the same credential",
      log: logOf(versions("b", "a")),
      previous: [entry("b", 1)],
    },
    {
      why: "A → B → A: the first day is the first of all, and B is seen",
      log: logOf(versions("a", "b", "a")),
      first: utc(1),
      previous: [entry("b", 2)],
    },
    {
      why: "B → A → B → A: each with the first day and the last",
      log: logOf(versions("b", "a", "b", "a")),
      previous: [entry("b", 1, 3)],
    },
    {
      why: "what changes another value declares nothing",
      log: logOf([...versions("a"), { at: day(2), text: encrypted("a", "  other: x\n") }]),
      first: utc(1),
      previous: [],
    },
    {
      why: "nor does it put in force again what stood there",
      log: logOf([
        ...versions("a", "b"),
        { at: day(3), text: encrypted("b", "  other: x\n") },
        { at: day(4), text: encrypted("a") },
      ]),
      first: utc(1),
      previous: [entry("b", 2)],
    },
    {
      why: "taken away and brought back is put in force again",
      log: logOf([
        ...versions("a", "b"),
        { at: day(3), text: null },
        { at: day(4), text: encrypted("b") },
        { at: day(5), text: encrypted("a") },
      ]),
      first: utc(1),
      previous: [entry("b", 2, 4)],
    },
    {
      why: "the file is older than the value in it",
      log: logOf([
        { at: day(1), text: "stringData: {}\n" },
        { at: day(2), text: encrypted("a") },
      ]),
      first: utc(2),
      previous: [],
    },
    {
      why: "the file had another path, and its text moved unchanged",
      log: logOf([
        { at: day(1), text: encrypted("a") },
        { at: day(2), text: encrypted("a"), from: "old.yaml" },
      ])
        .replace(`diff --git a/${path} b/${path}`, "diff --git a/old.yaml b/old.yaml")
        .replace(`+++ b/${path}`, "+++ b/old.yaml"),
      first: utc(1),
      previous: [],
    },
    {
      why: "a line feed at the end came and went",
      log: logOf([
        { at: day(1), text: current.slice(0, -1) },
        { at: day(2), text: current },
        { at: day(3), text: current.slice(0, -1) },
      ]),
      first: utc(1),
      previous: [],
    },
  ])("is read: $why", ({ log, first, previous }) => {
    const reversed = log
      .split(/(?=^commit )/m)
      .reverse()
      .join("");
    for (const text of [log, reversed, log.replaceAll("\n", "\r\n"), `\ufeff${log}`]) {
      expect(recordOf(text)).toMatchObject({ first, previous, gaps: [] });
    }
  });

  it("is no history where the profile does not collect one", () => {
    const { first, previous, gaps, notices } = recordOf(logOf(versions("a")), {
      profile: profileWith({}),
    });
    expect({ first, previous, gaps }).toEqual({ first: undefined, previous: undefined, gaps: [] });
    expect(notices).toEqual([expect.stringContaining("`history: true`")]);
  });

  it("ends before what is declared now", () => {
    expect(recordOf(logOf(versions("c", "b")))).toMatchObject({
      first: undefined,
      previous: [entry("c", 1), entry("b", 2)],
      gaps: [{ part: "credentials", name: "registry/previous", reason: "Partial" }],
    });
  });

  const whole = logOf(versions("b", "a"));
  const [newest = "", oldest = ""] = whole.split(/(?=^commit )/m);
  it.each([
    { why: "it may be of a shallow clone", log: whole.replaceAll(" ()", "") },
    { why: "it is of a shallow clone", log: whole.replace(/\(\)\n(?![\s\S]*\(\))/, "(grafted)\n") },
    { why: "a commit was replaced", log: whole.replace("()", "(HEAD -> main, replaced)") },
    { why: "it does not begin with the file's creation", log: newest },
    {
      why: "a commit in between is lacking",
      log: logOf(versions("a", "b", "c", "a"))
        .split(/(?=^commit )/m)
        .filter((_, at) => at !== 1)
        .join(""),
    },
    {
      why: "its commits are in no order",
      log: logOf(versions("b", "c", "a"))
        .split(/(?=^commit )/m)
        .map((text, at, all) => all[(at + 1) % all.length] ?? text)
        .join(""),
    },
    {
      why: "the first commit is left out and another creation stands there",
      log: `${newest}${oldest.replace("data:b", "data:x")}`,
    },
    {
      why: "it shows parts of the file only",
      log: whole.replace("@@ -1,", "@@ -3,").replace(" +1,", " +3,"),
    },
    {
      why: "a merge is shown without what it changed",
      log: `commit ${"f".repeat(40)}\n${day(9)} ()\n\n${whole}`,
    },
    {
      why: "something binary",
      log: `${newest.split("--- ")[0]}Binary files a/${path} and b/${path} differ\n${oldest}`,
    },
    {
      why: "times that go back",
      log: logOf(versions("b", "a").map((commit, at) => ({ ...commit, at: day(5 - at) }))),
    },
    {
      why: "plaintext at some commit",
      log: logOf([
        { at: day(1), text: encrypted("b").replace(ciphertext("b"), "plain-text-here") },
        ...versions("b", "a").slice(1),
      ]),
    },
    {
      why: "no YAML at some commit",
      log: logOf([{ at: day(1), text: "a: [\n" }, ...versions("b", "a").slice(1)]),
    },
    {
      why: "the value may have had another name",
      log: logOf([
        { at: day(1), text: `stringData: {old: "${ciphertext("b")}"}\n` },
        { at: day(2), text: encrypted("a") },
      ]),
    },
    {
      why: "nothing was left of the file at first",
      log: logOf([{ at: day(1), text: null }, ...versions("b", "a").slice(1)]),
    },
  ])("is a gap, never a history: $why", ({ log }) => {
    const { first, previous, gaps, notices } = recordOf(log);
    expect({ first, previous }).toEqual({ first: undefined, previous: undefined });
    expect(gaps).toMatchObject([
      { part: "credentials", name: "registry/previous", reason: "Partial" },
    ]);
    expect(notices.join("\n")).not.toMatch(/plain-text|ENC/);
    expect(notices).toEqual([expect.stringContaining(GIT_LOG_COMMAND)]);
  });

  it.each([
    { why: "another file", log: whole.replaceAll(path, "k8s/other.yaml"), place: "1:1" },
    {
      why: "a file whose path only ends so",
      log: whole.replaceAll(path, `more/${path}`),
      place: "1:1",
    },
    {
      why: "two files at once",
      log: whole
        .replace(/^commit 0{40}$/m, (line) => line)
        .replace(oldest, `${oldest}diff --git a/x b/x\nnew file mode 100644\n`),
      place: "1:1",
    },
    { why: "another format", log: whole.replace(/^2026/m, "Author: a\nDate: 2026"), place: "2:1" },
    {
      why: "a combined diff of a merge",
      log: whole.replace("diff --git", "diff --cc"),
      place: "4:1",
    },
    { why: "a hunk that is cut off", log: whole.slice(0, -90), place: /^\d+:1$/ },
    {
      why: "lines that are no diff",
      log: whole.replace("+  ghcr", "  ghcr".slice(1).replace(" ", "?")),
      place: /^\d+:1$/,
    },
    {
      why: "a head that counts more than there is",
      log: whole.replace("@@ -1,", "@@ -1,99"),
      place: /^\d+:1$/,
    },
    {
      why: "a day that does not exist",
      log: whole.replace("2026-01-02", "2026-02-30"),
      place: "2:1",
    },
    { why: "NUL", log: whole.replace("diff --git", "diff\0--git"), place: "4:1" },
  ])("is a mistake: $why", ({ log, place }) => {
    const problems = placesOf(given(log));
    expect(problems).toHaveLength(1);
    expect(problems[0]).toMatch(/^SNAPSHOT_UNRECOGNIZED history\.log:/);
    expect(problems[0]?.split("history.log:")[1]).toMatch(place);
    expect(problemsOf(given(log))[0]?.help).toContain(GIT_LOG_COMMAND);
  });

  it("is bounded", () => {
    const long = `${whole}${"\n".repeat(16 * 1024 * 1024)}`;
    expect(placesOf(given(long))).toEqual(["SNAPSHOT_UNRECOGNIZED history.log:1:1"]);
    const many = `@@ -1,999999999 +1,999999999 @@\n`.repeat(10_000);
    expect(placesOf(given(newest.split("@@")[0] + many))).toHaveLength(1);
    expect(
      placesOf(given(`commit ${"0".repeat(40)}\n${day(1)} (${"a, ".repeat(1_000_000)})\n`)),
    ).toHaveLength(1);
  });
});

describe("what git prints", () => {
  const folder = mkdtempSync(join(tmpdir(), "git-log-"));
  const at = (name: string) => join(folder, "r", name);
  const git = (time: string, ...args: readonly string[]): string =>
    execFileSync("git", ["-C", join(folder, "r"), ...args], {
      encoding: "utf8",
      env: {
        ...process.env,
        GIT_CONFIG_GLOBAL: "/dev/null",
        GIT_CONFIG_NOSYSTEM: "1",
        GIT_AUTHOR_NAME: "n",
        GIT_AUTHOR_EMAIL: "n@example.com",
        GIT_COMMITTER_NAME: "n",
        GIT_COMMITTER_EMAIL: "n@example.com",
        GIT_COMMITTER_DATE: time,
        GIT_AUTHOR_DATE: time,
      },
    });
  const commit = (number: number, text: string, file = path): void => {
    writeFileSync(at(file), text);
    git(day(number), "add", ".");
    git(day(number), "commit", "-qm", "x");
  };
  /** As a shell would part it. */
  const command = [...GIT_LOG_COMMAND.replace("FILE", path).matchAll(/\S*'[^']*'|\S+/g)]
    .slice(1)
    .map(([word]) => word.replaceAll("'", ""));

  beforeAll(() => {
    mkdirSync(join(folder, "r/k8s"), { recursive: true });
    git(day(1), "init", "-q", "-b", "main");
    commit(1, encrypted("b"), "k8s/first.yaml");
    renameSync(at("k8s/first.yaml"), at(path));
    git(day(2), "add", "-A");
    git(day(2), "commit", "-qm", "x");
    commit(3, encrypted("a").slice(0, -1));
    git(day(3), "checkout", "-q", "-b", "side");
    commit(4, encrypted("b"));
    git(day(4), "checkout", "-q", "main");
    writeFileSync(at("other"), "x");
    git(day(5), "add", ".");
    git(day(5), "commit", "-qm", "x");
    git(day(6), "merge", "-q", "--no-ff", "-m", "x", "side");
    git(day(7), "update-index", "--chmod=+x", path);
    git(day(7), "commit", "-qm", "x");
    commit(8, encrypted("a"));
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it("is read, merges on the day of the merge, and over a move of the file", () => {
    const log = git(day(9), ...command);
    expect(log).toContain("rename from k8s/first.yaml");
    expect(recordOf(log)).toMatchObject({ previous: [entry("b", 1, 6)], gaps: [] });
  });

  it("is a gap where the clone is shallow", () => {
    execFileSync("git", ["clone", "-q", "--depth", "2", `file://${folder}/r`, `${folder}/r/s`]);
    const log = git(day(9), "-C", "s", ...command);
    expect(log).toContain("grafted");
    expect(recordOf(log)).toMatchObject({ previous: undefined, gaps: [{ reason: "Partial" }] });
  });
});
