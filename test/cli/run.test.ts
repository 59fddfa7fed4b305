import { readFileSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
// Commands are imported when called; here before, so that no test waits for it.
import "../../src/cli/commands/eval.ts";
import "../../src/cli/commands/snapshot.ts";
import { run } from "../../src/cli/run.ts";
import { folderOf } from "../support/folder.ts";
import { recordingIo } from "../support/recording-io.ts";

async function call(...argv: readonly string[]) {
  const io = recordingIo();
  const exitCode = await run(argv, io);
  return { exitCode, out: io.out(), error: io.error() };
}

const profile = `apiVersion: fleetwarrant.dev/v1alpha1
kind: Profile
metadata: {name: prod}
spec: {}
`;

const secret = "hunter2-hunter2-hunter2";

describe("help and version", () => {
  it.each([["--help"], ["-h"], ["help"], ["help", "eval"], ["eval", "--help"], ["snapshot", "-h"]])(
    "%s %s goes to standard output",
    async (...argv) => {
      const { exitCode, out, error } = await call(...argv);
      expect(exitCode).toBe(0);
      expect(out).toContain("Usage: fleetwarrant");
      expect(error).toBe("");
    },
  );

  it("a call of nothing is a mistake that is answered with help", async () => {
    const { exitCode, out, error } = await call();
    expect({ exitCode, out }).toEqual({ exitCode: 2, out: "" });
    expect(error).toContain("Usage: fleetwarrant");
  });

  it("prints the package's version", async () => {
    const { version } = JSON.parse(
      readFileSync(join(import.meta.dirname, "../../package.json"), "utf8"),
    );
    expect(await call("--version")).toEqual({ exitCode: 0, out: `${version}\n`, error: "" });
  });
});

describe("wrong usage", () => {
  it("tells what is wrong and what would be right", async () => {
    expect(await call("eval", "-f", "x", "--intnet", "heal")).toEqual({
      exitCode: 2,
      out: "",
      error: "USAGE_INVALID: unknown flag `--intnet`\n  help: did you mean `--intent`?\n",
    });
  });

  it("escapes what was typed", async () => {
    const { error } = await call("\u001b[2J");
    expect(error).toContain("\\u001b[2J");
  });
});

describe("a secret where a file's name belongs", () => {
  const config = () =>
    join(
      folderOf({
        "profile.yaml": `${profile.replace("{}", "")}  credentials:
    - name: registry
      host: ghcr.io
      declared: {file: a.yaml, pointer: /a, secret: {namespace: a, name: b, key: c}}
      live: []
      proof: {revision: a.example/r}
`,
      }),
      "profile.yaml",
    );

  it.each([
    {
      argv: ["--fingerprint-key", secret],
      told: "`--fingerprint-key`: cannot be read: there is no",
    },
    { argv: ["--fingerprint-key", `a\0${secret}`], told: "`--fingerprint-key`: cannot be read" },
    { argv: [`--declared-credential=${secret}`], told: "`--declared-credential`: cannot be read" },
    {
      argv: ["--declared-credential", `registry=${secret}`],
      told: "`--declared-credential registry=…`: cannot be read: there is no",
    },
    {
      argv: ["--declared-credential", `${secret}=${secret}`],
      told: "USAGE_INVALID: `--declared-credential` names no credential of the profile",
    },
    { argv: ["--declared-credential", `${secret}==`], told: "names no credential of the profile" },
    {
      argv: ["--git", `https://bot:${secret}@host/o/r`],
      told: "`--git`: cannot be read: there is no such directory",
    },
    { argv: ["--param", secret], told: "`--param` sets nothing" },
    { argv: ["--param", `=${secret}`], told: "`--param` sets nothing" },
    { argv: [secret], told: "unexpected argument" },
    { argv: ["--", secret], told: "unexpected argument" },
  ])("is not repeated: $told", async ({ argv, told }) => {
    const { exitCode, out, error } = await call(
      ...["eval", "-f", folderOf(), "--profile", config(), ...argv],
    );
    expect({ exitCode, out }).toEqual({ exitCode: 2, out: "" });
    expect(error).toContain(told);
    expect(error).not.toContain("hunter2");
  });

  it("is not repeated with a file that is there but is none to read", async () => {
    const folder = folderOf({ "hunter2/x": "", "hunter2.bin": new Uint8Array([0]) });
    for (const name of ["hunter2", "hunter2.bin"]) {
      const { error } = await call(
        ...["eval", "-f", folderOf(), "--profile", config()],
        ...["--declared-credential", join(folder, name), "--fingerprint-key", join(folder, name)],
      );
      expect(error).toMatch(/`--fingerprint-key`|the fingerprint key has only/);
      expect(error).toContain("`--declared-credential`");
      expect(error).not.toContain("hunter2");
    }
  });
});

describe("eval", () => {
  it("calls an empty folder vacuous", async () => {
    const { exitCode, out, error } = await call("eval", "-f", folderOf());
    expect(exitCode).toBe(4);
    expect(out).toMatch(/^VACUOUS deploy: /);
    expect(error).toContain("note: no profile given or found");
    expect(error).toContain("the present time is taken");
    expect(out).toContain("as of 2026-08-06 17:20 UTC");
  });

  it("writes several outputs, one of them to standard output", async () => {
    const root = folderOf({ "profile.yaml": profile });
    const file = join(folderOf(), "out.json");
    const { exitCode, out } = await call("eval", "-f", root, "-o", `json=${file}`, "-o", "text");
    expect(exitCode).toBe(4);
    expect(out).toMatch(/^VACUOUS/);
    expect(JSON.parse(readFileSync(file, "utf8"))).toMatchObject({ kind: "Decision" });
  });

  it.each([
    { why: "a link to itself", link: "loop", to: "loop" },
    { why: "a link through a file", link: "through", to: "profile.yaml/x" },
  ])("tells $why beside all other mistakes", async ({ link, to }) => {
    const root = folderOf({ "profile.yaml": profile, "zz.yaml": "a: [" });
    symlinkSync(join(root, to), join(root, link));
    const { exitCode, error } = await call("eval", "-f", root, "-o", `json=${root}/zz.yaml/x`);
    expect(exitCode).toBe(2);
    expect(error).toContain(`${link}:1:1: INPUT_UNREADABLE`);
    expect(error).toContain("zz.yaml:1:");
    expect(error).not.toContain("internal error");
  });

  it("takes a year that no calendar has for a mistake", async () => {
    const manifest = `apiVersion: fleetwarrant.dev/v1alpha1\nkind: SnapshotManifest\ntakenAt: "0000-06-01T00:00:00Z"\n`;
    const root = folderOf({ "profile.yaml": profile, "m.yaml": manifest });
    const { exitCode, error } = await call("eval", "-f", root);
    expect(exitCode).toBe(2);
    expect(error).toContain("m.yaml:3:10: SNAPSHOT_TIME_INVALID");
  });

  it("tells an output below a file", async () => {
    const root = folderOf({ "profile.yaml": profile });
    const { exitCode, error } = await call(
      "eval",
      ...["-f", root, "-o", `json=${root}/profile.yaml/x`],
    );
    expect(exitCode).toBe(2);
    expect(error).toContain("cannot be written: a part of the path is no directory");
  });

  it("puts an output that cannot be written before the verdict", async () => {
    const root = folderOf({ "profile.yaml": profile });
    const { exitCode, error } = await call("eval", "-f", root, "-o", "json=/no/such/folder/x");
    expect(exitCode).toBe(2);
    expect(error).toContain("/no/such/folder/x:1:1: INPUT_UNREADABLE: cannot be written");
  });

  it("tells every mistake of every file in order, and shows no line of any", async () => {
    const root = folderOf({
      "a.yaml": `password: [${secret}`,
      "b.json": `{"${secret}": 1, "${secret}": 2}`,
      "c.bin": new Uint8Array([0]),
      "d.yaml": `apiVersion: v1\nkind: Secret\nmetadata: {name: x, namespace: y}\nstringData: {password: ${secret}}\n`,
      "e.txt": `the password is ${secret}`,
      "profile.yaml": profile,
    });
    const { exitCode, out, error } = await call("eval", "-f", root, "-f", join(root, "gone"));
    expect({ exitCode, out }).toEqual({ exitCode: 2, out: "" });
    const heads = error
      .split("\n")
      .flatMap((line) => /([a-z.]+):\d+:\d+: ([A-Z_]+)/.exec(line)?.slice(1, 3).join(" ") ?? []);
    expect(heads).toEqual([
      "a.yaml INPUT_SYNTAX",
      "b.json INPUT_DUPLICATE_KEY",
      "c.bin INPUT_UNREADABLE",
      "d.yaml SNAPSHOT_SECRET_REFUSED",
      "e.txt SNAPSHOT_UNRECOGNIZED",
      "gone INPUT_UNREADABLE",
    ]);
    expect(error).not.toContain("hunter2");
  });

  it("blames no Secret while the profile cannot be read", async () => {
    const root = folderOf({
      "d.yaml": `apiVersion: v1\nkind: Secret\nmetadata: {name: x, namespace: y}\nstringData: {password: ${secret}}\n`,
      "profile.yaml": profile.replace("spec: {}", "spec: {gatez: []}"),
    });
    const config = join(folderOf({ "c.json": '{"auths": {}}' }), "c.json");
    const { exitCode, error } = await call("eval", "-f", root, "--declared-credential", config);
    expect(exitCode).toBe(2);
    expect(error).toContain("PROFILE_INVALID");
    expect(error).not.toContain("SNAPSHOT_");
  });

  it("takes no guess between two profiles, and one that is named", async () => {
    const root = folderOf({ "a.yaml": profile, "b.yaml": profile });
    const guess = await call("eval", "-f", root);
    expect(guess.exitCode).toBe(2);
    expect(guess.error).toContain("b.yaml:1:1: PROFILE_AMBIGUOUS");
    const named = await call("eval", "-f", root, "--profile", join(root, "a.yaml"));
    expect(named.exitCode).toBe(4);
    expect(named.error).toContain("a.yaml is passed over");
  });

  it("refuses a profile file that holds none", async () => {
    const root = folderOf({ "a.yaml": "a: 1", "b.yaml": "" });
    for (const name of ["a.yaml", "b.yaml"]) {
      const { exitCode, error } = await call(
        "eval",
        "-f",
        folderOf(),
        "--profile",
        join(root, name),
      );
      expect(exitCode).toBe(2);
      expect(error).toContain(`${name}:1:1: PROFILE_INVALID: the file holds no profile`);
    }
  });

  it("shows the line of a policy's mistake, and only that of a policy", async () => {
    const policy = `apiVersion: fleetwarrant.dev/v1alpha1
kind: Policy
metadata: {name: mine}
spec:
  subject: gate
  mode: all
  rules:
    - name: odd
      condition: 'noSuchFact == 1'
      outcome: {reason: Odd}
`;
    const root = folderOf({ "policy.yaml": policy, "profile.yaml": profile });
    const { exitCode, error } = await call("eval", "-f", root);
    expect(exitCode).toBe(2);
    expect(error).toContain("policy.yaml:9:");
    expect(error).toContain("condition: 'noSuchFact == 1'\n");
    expect(error).toMatch(/\n +\^\n/);
  });

  it.each([
    { why: "after it", before: "", after: `{"kind": "Secret", "stringData": {"a": "${secret}"}}` },
    { why: "before it", before: `{"kind": "Secret", "stringData": {"a": "${secret}"}}`, after: "" },
  ])("shows of a policy's line nothing of the document $why", async ({ before, after }) => {
    const policy = `{"apiVersion": "fleetwarrant.dev/v1alpha1", "kind": "Policy", "metadata": {"name": "mine"}, "spec": {}}`;
    const root = folderOf({ "p.json": `${before}${policy}${after}` });
    const { exitCode, error } = await call("eval", "-f", folderOf(), "-p", root);
    expect(exitCode).toBe(2);
    expect(error).toContain("POLICY_INVALID: this is no policy");
    expect(error).toContain('"spec": {}}\n');
    expect(error).not.toContain("hunter2");
  });

  it("shows no line of a document that is no policy beside one", async () => {
    const root = folderOf({
      "p.yaml": `{apiVersion: fleetwarrant.dev/v1alpha1, kind: Policy, metadata: {name: mine}, spec: {}}\n---\n{a: ${secret}}\n`,
    });
    const { error } = await call("eval", "-f", folderOf(), "-p", root);
    expect(error).toContain("p.yaml:3:1: POLICY_INVALID: this is no policy");
    expect(error).not.toContain("hunter2");
  });

  it("refuses what is given as a policy and is none", async () => {
    const root = folderOf({ "a.yaml": "a: 1" });
    const { exitCode, error } = await call("eval", "-f", folderOf(), "-p", root);
    expect(exitCode).toBe(2);
    expect(error).toContain("a.yaml:1:1: POLICY_INVALID: this is no policy");
    const none = await call("eval", "-f", folderOf(), "-p", folderOf());
    expect(none.exitCode).toBe(2);
    expect(none.error).toContain("POLICY_INVALID: nothing at");
  });

  it("tells a param that no policy has", async () => {
    const { exitCode, error } = await call(
      "eval",
      "-f",
      folderOf(),
      "--param",
      "whenUnprovn=reboot",
    );
    expect(exitCode).toBe(2);
    expect(error).toContain("whenUnprovn");
  });

  it("asks which credential a decrypted file is", async () => {
    const root = folderOf({ "config.json": `{"auths": {"ghcr.io": {"auth": "${secret}"}}}` });
    const file = join(root, "config.json");
    const { exitCode, error } = await call("eval", "-f", folderOf(), "--declared-credential", file);
    expect(exitCode).toBe(2);
    expect(error).toContain(
      "SNAPSHOT_AMBIGUOUS: which credential of the profile this declares is not clear",
    );
    expect(error).not.toContain("hunter2");
  });

  it("tells what nobody foresaw by its class alone", async () => {
    const io = recordingIo({
      now: () => {
        throw new RangeError(secret);
      },
    });
    expect(await run(["eval", "-f", folderOf()], io)).toBe(2);
    expect(io.error()).toContain("internal error: RangeError\n");
    expect(io.error()).not.toContain("hunter2");
  });
});

describe("snapshot", () => {
  it("prints canonical JSON", async () => {
    const { exitCode, out } = await call("snapshot", "-f", folderOf({ "profile.yaml": profile }));
    expect(exitCode).toBe(0);
    expect(JSON.parse(out)).toMatchObject({ kind: "Snapshot", takenAt: "2026-08-06T17:20:00Z" });
  });

  it("reads a Git checkout's named files only, and no link out of it", async () => {
    const fixture = join(
      import.meta.dirname,
      "../../fixtures/incidents/stalled-gate/declared-only",
    );
    const git = folderOf({ "not-named.yaml": "a: [" });
    const named = "k8s/providers/hetzner/infrastructure/controllers";
    symlinkSync(join(fixture, "git/k8s"), join(git, "k8s"));
    const given = ["--profile", join(fixture, "profile.yaml")];
    const outside = await call("snapshot", "--git", git, ...given);
    expect(outside.exitCode).toBe(2);
    expect(outside.error).toContain("is a link out of the Git checkout");
    const inside = await call("snapshot", "--git", join(fixture, "git"), ...given);
    expect(inside.exitCode).toBe(0);
    expect(Object.keys(JSON.parse(inside.out).git.files)).toContain(`${named}/kustomization.yaml`);
  });
});
