import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { findTests } from "../../src/cli/find-tests.ts";
import { run } from "../../src/cli/run.ts";
import { gateCases, gatePolicy, gateProfile } from "../policy-tests/support.ts";
import { folderOf } from "../support/folder.ts";
import { recordingIo } from "../support/recording-io.ts";
import { fixtures, runCli } from "../support/run-cli.ts";

// Goal: `test` finds tests and what they name, opens nothing outside of the folder it may read, and ends with the code that says what came of it.

const young = ["2026-08-04", "{ gates: { g: active } }"] as const;
const old = ["2026-08-03", "{ gates: { g: expired } }"] as const;
const none = ["not", "{ gates: { g: inactive } }"] as const;

function testText(spec: string): string {
  return `apiVersion: fleetwarrant.dev/v1alpha1\nkind: PolicyTest\nspec:\n${spec.replace(/^/gm, "  ")}\n`;
}

const whole = testText(gateCases(young, old, none));
const evidence = (path: string): string =>
  testText(
    `given: { profile: ${gateProfile}, takenAt: 2026-08-06, evidence: ${path} }\ncases: [{ name: a, expect: { gates: { g: indeterminate } } }]`,
  );
const pod = "apiVersion: v1\nkind: Node\nmetadata: { name: a, uid: u }\n";

async function testIn(files: Readonly<Record<string, string>>, ...argv: readonly string[]) {
  const root = folderOf(files);
  const { exitCode, out, error } = await runCli("test", root, "--root", root, ...argv);
  return { exitCode, out: out.replaceAll(root, ""), error: error.replaceAll(root, "") };
}

describe("fleetwarrant test", () => {
  it.each([
    ["each case holds and each rule has both kinds", { "a.test.yaml": whole }, 0],
    ["a case fails", { "a.test.yaml": whole.replace("g: active", "g: expired") }, 1],
    ["a rule lacks a case", { "a.test.yaml": testText(gateCases(young, old)) }, 1],
    ["a test is broken", { "a.test.yaml": whole.replace("expect:", "expcet:") }, 2],
    ["a test cannot be read", { "a.test.yaml": "a: [" }, 2],
    ["a test names no policies", { "b.test.yaml": whole }, 2],
    ["a policy is broken", { "a.test.yaml": whole, "a.yaml": "kind: Policy\n" }, 2],
    ["there is no test", {}, 4],
    ["there is no case", { "a.test.yaml": testText("cases: []") }, 4],
    ["there is only a test of another tool", { "b.test.yaml": "suite: chart\n" }, 4],
  ] as const)("ends as it must where %s", async (_why, files, code) => {
    const { exitCode, out, error } = await testIn({ "a.yaml": gatePolicy, ...files });
    expect({ exitCode, error }).toMatchObject({ exitCode: code });
    expect(out === "").toBe(code === 2);
    if (code === 4) expect(error).toContain("exit code 4");
  });

  it("shows what failed with expected beside found, and where", async () => {
    const text = whole.replace("g: active", "g: expired");
    const { out } = await testIn({ "a.yaml": gatePolicy, "a.test.yaml": text });
    expect(out).toContain(
      "FAILED: 1 of 3 cases failed\n\nFAILED  /a.test.yaml: 3 cases, 1 failed\n",
    );
    expect(out).toContain("  case 0  /a.test.yaml:6:15\n");
    expect(out).toMatch(
      / {4}6:\d+ {2}gate g state\n {6}expected {2}expired\n {6}found {5}active\n/,
    );
    expect(out).toContain("      because   WithinWindow");
  });

  it("shows each rule with its cases, and which it lacks", async () => {
    const { out } = await testIn({
      "a.yaml": gatePolicy,
      "a.test.yaml": testText(gateCases(young, old, ["not", "{ disruption: { reboots: 0 } }"])),
    });
    expect(out).toContain("FAILED: 1 of 3 rules lacks a case\n\nok      /a.test.yaml: 3 cases\n");
    expect(out).toContain("    too-old           1         1        .\n");
    expect(out).toContain(
      "      NO CASE FIRES IT  /a.yaml:10 · it fires in 1 case that expects nothing",
    );
    expect(out).toContain("`fires: [not-declared]`");
  });

  it("prints the report as JSON, to a file as well", async () => {
    const root = folderOf({ "a.yaml": gatePolicy, "a.test.yaml": whole });
    const file = join(root, "report.json");
    const argv = ["test", root, "--root", root, "-o", "json", "-o", `text=${file}`];
    const { out, exitCode } = await runCli(...argv);
    expect(exitCode).toBe(0);
    expect(JSON.parse(out)).toMatchObject({ kind: "PolicyTestReport", outcome: "passed" });
  });

  it("runs the cases asked for, and says that this is not all", async () => {
    const files = { "a.yaml": gatePolicy, "a.test.yaml": whole };
    const some = await testIn(files, "--case", "case 1");
    expect(some.exitCode).toBe(0);
    expect(some.out).toContain("as not all cases were run, nothing is said of rules that lack one");
    const nothing = await testIn(files, "--case", "case 9");
    expect(nothing.exitCode).toBe(4);
    expect(nothing.error).toContain("has a name with case 9 in it");
  });

  it("holds policies to their cases that no test names, with -p", async () => {
    const root = folderOf({
      "a.yaml": gatePolicy,
      "a.test.yaml": whole,
      "b/b.yaml": gatePolicy.replace("name: window", "name: other"),
    });
    expect((await runCli("test", root, "--root", root)).exitCode).toBe(0);
    const both = await runCli("test", root, "--root", root, "-p", join(root, "b"));
    expect(both.exitCode).toBe(1);
    expect(both.out).toContain("FAILED: 3 of 6 rules lack a case\n");
  });

  it("judges by shipped policies and by bindings, and asks no cases of shipped ones", async () => {
    const binding =
      "apiVersion: fleetwarrant.dev/v1alpha1\nkind: PolicyBinding\nmetadata: { name: b }\nspec: { policyName: rollout-gate, params: { failAgeDays: 2, warnAgeDays: 1 } }\n";
    const spec = `policies: [rollout-gate, b.yaml]\n${gateCases(["2026-08-04", "{ gates: { g: expired } }"])}`;
    const bound = await testIn({ "b.yaml": binding, "a.test.yaml": testText(spec) });
    expect(bound).toMatchObject({ exitCode: 0, error: "" });
    const alone = testText(spec.replace("rollout-gate, ", ""));
    const byAll = await testIn({ "b.yaml": binding, "a.test.yaml": alone });
    expect(byAll).toMatchObject({ exitCode: 0, error: "" });
    const unknown = spec.replace("rollout-gate,", "rolout-gate,");
    const { error } = await testIn({ "b.yaml": binding, "a.test.yaml": testText(unknown) });
    expect(error).toContain(
      "a.test.yaml:4:14: TEST_UNKNOWN_NAME: no shipped policy is named `rolout-gate`",
    );
    expect(error).toContain("did you mean `rollout-gate`?");
  });

  it("tells mistakes of tests, policies, evidence and expectations in one run", async () => {
    const { exitCode, error } = await testIn({
      "a.yaml": gatePolicy.replace("gate.declared", "gate.declard"),
      "a.test.yaml": evidence("nowhere"),
      "b.yaml": gatePolicy,
      "b.test.yaml": whole.replace("g: active", "h: active"),
      "c.test.yaml": testText("policies: [nowhere.yaml]\ncases: []"),
    });
    expect(exitCode).toBe(2);
    expect(error).toContain("a.yaml:10:42: EXPRESSION_UNKNOWN_NAME");
    expect(error).toContain("`nowhere` cannot be read: there is no such file");
    expect(error).toContain("TEST_UNKNOWN_NAME: no gate is named `h`");
    expect(error).toContain("`nowhere.yaml` cannot be read: there is no such file");
  });

  it("says how far it has come, once it takes long", async () => {
    const root = folderOf({ "a.yaml": gatePolicy, "a.test.yaml": whole });
    let seconds = 0;
    const now = (): Date => {
      seconds += 1;
      return new Date(seconds * 1000);
    };
    const io = recordingIo({ now });
    expect(await run(["test", root, "--root", root], io)).toBe(0);
    expect(io.error()).toBe("2 of 3 cases\n");
  });
});

describe("what a test may name", () => {
  it("is evidence and profiles below the folder, relative to the test", async () => {
    const files = { "p/a.yaml": gatePolicy, "p/a.test.yaml": evidence("../e"), "e/node.yaml": pod };
    const { exitCode, error } = await testIn(files, "--case", "a");
    expect({ exitCode, error }).toEqual({ exitCode: 0, error: "" });
  });

  it.each([
    ["/etc/passwd", "the path is absolute"],
    ["../../../../../../../../../etc", "leads out of"],
    ["linked", "leads out of"],
    ["folder", "is a link that leads out of"],
    ["..", "leads out of"],
    ["broken", "cannot be read: there is no such file"],
  ])("is not %s", async (path, message) => {
    const outside = folderOf({ "secret.yaml": "token: hunter2hunter2\n" });
    const root = folderOf({ "a.yaml": gatePolicy, "a.test.yaml": evidence(path) });
    symlinkSync(outside, join(root, "linked"));
    symlinkSync(join(outside, "nowhere"), join(root, "broken"));
    mkdirSync(join(root, "folder"));
    symlinkSync(join(outside, "secret.yaml"), join(root, "folder/node.yaml"));
    const { exitCode, out, error } = await runCli("test", root, "--root", root);
    expect(exitCode).toBe(2);
    expect(error).toContain(message);
    expect(out + error).not.toContain("hunter2");
  });

  it("is no policy that lies outside either, nor a profile", async () => {
    const outside = folderOf({ "b.yaml": gatePolicy });
    const root = folderOf({});
    symlinkSync(join(outside, "b.yaml"), join(root, "a.yaml"));
    writeFileSync(join(root, "a.test.yaml"), whole);
    const linked = await runCli("test", root, "--root", root);
    expect(linked.error).toContain("a.yaml:1:1: INPUT_UNREADABLE: is a link that leads out of");
    symlinkSync(join(outside, "b.yaml"), join(root, "b.test.yaml"));
    const test = await runCli("test", root, "--root", root);
    expect(test.error).toContain("b.test.yaml:1:1: INPUT_UNREADABLE: is a link that leads out of");
    const profile = whole.replace(gateProfile, "../p.yaml");
    const { error } = await testIn({ "a.yaml": gatePolicy, "a.test.yaml": profile });
    expect(error).toMatch(/a\.test\.yaml:4:\d+: INPUT_UNREADABLE: `\.\.\/p\.yaml` cannot be read/);
  });

  it("must say when it was read: a test hangs on no clock", async () => {
    const files = { "a.yaml": gatePolicy, "e/node.yaml": pod };
    const undated = evidence("e").replace("takenAt: 2026-08-06, ", "");
    const { exitCode, error } = await testIn({ ...files, "a.test.yaml": undated });
    expect(exitCode).toBe(2);
    expect(error).toContain("the evidence does not say when it was read");
  });
});

describe("tests beside what they are about", () => {
  const files = { "a.yaml": gatePolicy, "a.test.yaml": whole };

  it.each([
    ["check -p", ["check", "-p"]],
    ["test -p", ["test", "--root", "/", "-p"]],
  ] as const)("are no policies to %s of their folder", async (_what, argv) => {
    const root = folderOf(files);
    const where = argv[0] === "test" ? [root] : [];
    const { exitCode, error } = await runCli(...argv, root, ...where);
    expect({ exitCode, error: error.replaceAll(root, "") }).toMatchObject({ exitCode: 0 });
    expect(error).not.toContain("POLICY_INVALID");
  });

  it("are no evidence either, and alone no policies", async () => {
    const held = join(fixtures, "incidents/stalled-gate/declared-only");
    const root = folderOf(files);
    const evaluated = await runCli("eval", "-f", held, "-f", root, "--now", "2026-07-28");
    expect(evaluated.error).not.toContain("SNAPSHOT_UNRECOGNIZED");
    expect(evaluated.exitCode).toBe(0);
    const alone = await runCli("check", "-p", join(root, "a.test.yaml"));
    expect(alone.exitCode).toBe(4);
  });
});

describe("findTests", () => {
  it("walks folders in byte order, passes over node_modules and .git, and takes a named file as it is", () => {
    const root = folderOf({
      "b.test.yml": "",
      "a/c.test.json": "",
      "a/d.yaml": "",
      "node_modules/x.test.yaml": "",
      ".git/y.test.yaml": "",
    });
    const { files } = findTests([join(root, "a/d.yaml"), root, join(root, "a")]);
    expect(files.map(({ path, isNamed }) => `${path.slice(root.length)} ${isNamed}`)).toEqual([
      "/a/d.yaml true",
      "/a/c.test.json false",
      "/b.test.yml false",
    ]);
  });

  it("looks at as many files and folders as it may, and no more", () => {
    const root = folderOf({ "a/b.test.yaml": "", "c.yaml": "" });
    expect(findTests([root], 3)).toMatchObject({ files: [{ isNamed: false }], problems: [] });
    expect(findTests([root], 2)).toMatchObject({ files: [], problems: [{ code: "INPUT_LIMIT" }] });
  });
});
