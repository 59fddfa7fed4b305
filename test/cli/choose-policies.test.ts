import { copyFileSync, cpSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { fixtures, runCli } from "../support/run-cli.ts";

// Policies that are given or found take the place of the shipped ones: that must never go unsaid.

const held = join(fixtures, "incidents/stalled-gate/held");
const shipped = join(import.meta.dirname, "../../src/policies/builtin/deploy-outcome.yaml");

describe("policies that replace the shipped ones", () => {
  it("are told, and so is what nobody judges any more, when they lie among the inputs", async () => {
    const folder = mkdtempSync(join(tmpdir(), "found-"));
    cpSync(held, folder, { recursive: true });
    copyFileSync(shipped, join(folder, "mine.yaml"));
    const { error, out } = await runCli("eval", "-f", folder);
    expect(error).toContain("only the policies found in the inputs judge");
    expect(out).toContain("NOT JUDGED");
    expect(out).toContain("no policy is about these: gates, gated fleets\n");
  });

  it("are told when they are given", async () => {
    const { error, out } = await runCli("eval", "-f", held, "-p", shipped, "-o", "json");
    expect(error).toContain("only the policies given with -p judge");
    expect(JSON.parse(out)).toMatchObject({ counts: { unjudged: ["gate", "gatedFleet"] } });
  });

  it("are refused when there are none where they were said to be", async () => {
    const file = join(mkdtempSync(join(tmpdir(), "none-")), "no-policy.yaml");
    writeFileSync(file, "a: 1\n");
    const { exitCode, error } = await runCli("eval", "-f", held, "-p", file);
    expect(exitCode).toBe(2);
    expect(error).toContain("POLICY_INVALID");
  });

  it("are held to what check holds them to", async () => {
    const text = readFileSync(shipped, "utf8").replace(
      "  variables:\n",
      "  variables:\n    - {name: unused, expression: step.suppressed}\n",
    );
    const file = join(mkdtempSync(join(tmpdir(), "unused-")), "mine.yaml");
    writeFileSync(file, text);
    const { exitCode, error } = await runCli("eval", "-f", held, "-p", file);
    expect(exitCode).toBe(2);
    expect(error).toContain("POLICY_UNUSED: variable `unused` is never used");
  });

  it("say nothing when the shipped ones judge", async () => {
    const { error, out } = await runCli("eval", "-f", held);
    expect(error).not.toContain("judge:");
    expect(out).not.toContain("NOT JUDGED");
  });
});
