import { describe, expect, it } from "vitest";
import { gateCases, gatePolicy } from "../policy-tests/support.ts";
import { folderOf } from "../support/folder.ts";
import { runCli } from "../support/run-cli.ts";

// Goal: `mutate` finds what `test` finds, and ends with the code that says what came of it.

function testText(spec: string): string {
  return `apiVersion: fleetwarrant.dev/v1alpha1\nkind: PolicyTest\nspec:\n${spec.replace(/^/gm, "  ")}\n`;
}

/** One rule whose every mutant is told by a case. */
const plain = `
apiVersion: fleetwarrant.dev/v1alpha1
kind: Policy
metadata: { name: plain }
spec:
  subject: gate
  mode: all
  rules: [{ name: declared, condition: gate.declared, outcome: { reason: NotDeclared } }]
`;
const both = gateCases(["2026-08-04", "{ fires: [declared] }"], ["not", "{ quiet: [declared] }"]);
const whole = testText(gateCases(["not", "{ gates: { g: inactive } }"]));

async function mutateIn(files: Readonly<Record<string, string>>, ...argv: readonly string[]) {
  const root = folderOf(files);
  const { exitCode, out, error } = await runCli("mutate", root, "--root", root, ...argv);
  return { exitCode, out: out.replaceAll(root, ""), error: error.replaceAll(root, "") };
}

describe("fleetwarrant mutate", () => {
  it.each([
    ["a case tells each", { "a.yaml": plain, "a.test.yaml": testText(both) }, 0],
    ["some survive", { "a.yaml": gatePolicy, "a.test.yaml": whole }, 1],
    [
      "a test is broken",
      { "a.yaml": gatePolicy, "a.test.yaml": whole.replace("expect:", "expcet:") },
      2,
    ],
    [
      "a case fails already",
      { "a.yaml": gatePolicy, "a.test.yaml": whole.replace("g: inactive", "g: active") },
      2,
    ],
    ["a policy is broken", { "a.yaml": "kind: Policy\n", "a.test.yaml": whole }, 2],
    ["there is no test", { "a.yaml": gatePolicy }, 4],
    ["there is no case", { "a.yaml": gatePolicy, "a.test.yaml": testText("cases: []") }, 4],
  ] as const)("ends as it must where %s", async (_why, files, code) => {
    const { exitCode, out, error } = await mutateIn(files);
    expect({ exitCode, error }).toMatchObject({ exitCode: code });
    expect(out === "").toBe(code === 2);
    if (code === 4) expect(error).toContain("exit code 4");
  });

  it("tells a survivor as a diff at its place, with what would tell it", async () => {
    const { out } = await mutateIn({ "a.yaml": gatePolicy, "a.test.yaml": whole });
    expect(out).toContain("SURVIVED  window/too-old/denies/1  /a.yaml:13:");
    expect(out).toContain("  -  denies: [deploy]\n  tell it  `verdicts: { deploy: deny }`");
  });

  it("prints all of it as JSON, the same bytes each time", async () => {
    const files = { "a.yaml": gatePolicy, "a.test.yaml": whole };
    const [one, two] = [await mutateIn(files, "-o", "json"), await mutateIn(files, "-o", "json")];
    expect(JSON.parse(one.out)).toMatchObject({ kind: "MutationReport", outcome: "survived" });
    expect(two.out).toBe(one.out);
  });

  it("has help", async () => {
    const { exitCode, out } = await runCli("mutate", "--help");
    expect({ exitCode, out }).toMatchObject({
      exitCode: 0,
      out: expect.stringContaining("mutants survive"),
    });
  });
});
