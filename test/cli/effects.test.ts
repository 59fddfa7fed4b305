import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { shippedEffects } from "../../src/engine/effects/shipped-effects.ts";
import { folderOf } from "../support/folder.ts";
import { fixtures, runCli } from "../support/run-cli.ts";

const incident = join(fixtures, "incidents/reboot-storm/credential-changed");
const own = (entry: string, name = "own"): string => `apiVersion: fleetwarrant.dev/v1alpha1
kind: EffectTable
metadata: {name: ${name}}
spec: {entries: [{${entry}}]}
`;
const raised = own("path: '/machine/registries/config/*/auth', effect: unclassified");
const files = {
  "own.yaml": raised,
  "same.yaml": raised,
  "other.yaml": own("document: X, path: '', effect: none"),
  "empty.yaml": "# nothing\n",
  "policy.yaml": "apiVersion: fleetwarrant.dev/v1alpha1\nkind: Policy\n",
  "wrong.yaml": own("path: /machine/env, efect: none"),
};

/** `.yaml` words are files of a folder with all of them. */
async function decide(...argv: readonly string[]) {
  const folder = folderOf(files);
  const words = argv.map((word) => (word.endsWith(".yaml") ? join(folder, word) : word));
  const { exitCode, out, error } = await runCli("eval", "-f", incident, "-o", "json", ...words);
  return { exitCode, error, decision: out === "" ? undefined : JSON.parse(out) };
}

describe("eval --effects", () => {
  beforeAll(() => import("../../src/cli/commands/eval.ts"));

  it("judges by the shipped table where none is given, and says by which", async () => {
    const { decision } = await decide();
    expect(decision.disruption.reboots).toBe(7);
    expect(decision.digests.effects).toBe(shippedEffects().digest);
  });

  it.each([
    { argv: ["--effects", "own.yaml"], why: "given" },
    { argv: ["-f", "own.yaml"], why: "found among the inputs" },
    { argv: ["--effects", "other.yaml", "--effects", "own.yaml"], why: "one of two" },
  ])("extends it by tables of one's own: $why", async ({ argv }) => {
    const { decision, error } = await decide(...argv);
    expect(decision.disruption.reboots).toBe(0);
    expect(decision.nodes[0]).toMatchObject({
      blocked: "unknown",
      missing: [{ fact: "effect", reasons: [{ code: "NotRecorded" }] }],
    });
    expect(decision.digests.effects).not.toBe(shippedEffects().digest);
    expect(error).toMatch(/the effect table is extended by .*own\.yaml\n/);
  });

  it("passes over those found where some are given", async () => {
    const { decision } = await decide("-f", "own.yaml", "--effects", "other.yaml");
    expect(decision.disruption.reboots).toBe(7);
  });

  it.each([
    { argv: ["--effects", "none.yaml"], says: "`--effects`: " },
    { argv: ["--effects", "empty.yaml"], says: "no effect table in this file" },
    { argv: ["--effects", "policy.yaml"], says: "EFFECT_TABLE_INVALID" },
    { argv: ["--effects", "wrong.yaml"], says: "did you mean `effect`?" },
    {
      argv: ["--effects", "own.yaml", "--effects", "same.yaml"],
      says: "EFFECT_TABLE_DUPLICATE",
    },
  ])("ends with what is wrong: $says", async ({ argv, says }) => {
    const { exitCode, error, decision } = await decide(...argv);
    expect({ exitCode, decision }).toEqual({ exitCode: 2, decision: undefined });
    expect(error).toContain(says);
  });
});
