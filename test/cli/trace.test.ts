import { join } from "node:path";
import { describe, expect, it } from "vitest";
// Commands are imported when called; here before, so that no test waits for it.
import "../../src/cli/commands/eval.ts";
import { fixtures, runCli } from "../support/run-cli.ts";

// Goal: `eval --trace` shows how a rule came to what it says. Method: the incidents, by hand.

const incident = (name: string): string => join(fixtures, "incidents", name);

function trace(folder: string, ...names: readonly string[]) {
  return runCli("eval", "-f", incident(folder), ...names.flatMap((name) => ["--trace", name]));
}

function linesOf(text: string, start: string): readonly string[] {
  const lines = text.split("\n");
  return lines.slice(lines.findIndex((line) => line.startsWith(start)));
}

describe("eval --trace", () => {
  it("shows rules down to the one that holds, with what each read", async () => {
    const { exitCode, out } = await trace("reboot-storm/after-update", "prod-worker-1");
    const shown = linesOf(out, "TRACE  nodeCredential prod-worker-1  registry-credential");
    expect(exitCode).toBe(0);
    expect(shown.slice(1, 3)).toEqual([
      "  fails  inventory-invalid: !inventory.valid",
      "      inventory.valid = true",
    ]);
    const end = shown.indexOf("");
    expect(shown.slice(end - 2, end)).toEqual([
      '  holds  marker-lost: load == "same" && image == "proved" && marker != "current"',
      '      load = "same" · image = "proved" · marker = "missing"',
    ]);
    expect(out).not.toContain("  image-unproven:");
  });

  it("shows only what was evaluated", async () => {
    const { out } = await trace("reboot-storm/after-update", "prod-worker-1");
    const at = linesOf(out, "  fails  config-drifted-marker-lost:");
    // `config` decides, so `image` is not asked for.
    expect(at[2]).toBe('      load = "same" · config = "same"');
  });

  it("says why a rule is undecided", async () => {
    const { out } = await trace("reboot-storm/after-update-no-handoff", "prod-worker-3");
    expect(out).toMatch(/ {2}undecided {2}image-unproven: /);
    expect(out).toMatch(/load = unknown \((?:NotRead|NotRecorded): /);
  });

  it("follows the facts down the rules, as the decision does", async () => {
    const { out } = await trace("reboot-storm/after-update-no-handoff", "prod-worker-3");
    const lines = linesOf(out, "  undecided  image-unproven:");
    // Had the runtime the declared credential, that rule had held; below it, it has another one.
    expect(lines.slice(0, 7).join("\n")).toMatch(
      / {2}holds {2}credential-changed: [\s\S]*load = "changed"/,
    );
  });

  it("shows every rule of a policy that reports findings, and any kind of subject", async () => {
    const { out } = await trace("stalled-gate/held", "cilium-homogeneous-devices");
    expect(out).toContain("TRACE  gate cilium-homogeneous-devices  rollout-gate\n");
    expect(out).toContain("TRACE  gatedFleet cilium-homogeneous-devices  rollout-gate-fleet\n");
    expect(out).toContain("variables.held = true");
    expect(out).toContain("  holds  rollback-replaces-pods: ");
  });

  it("changes nothing else", async () => {
    const folder = "stalled-gate/held";
    const plain = await trace(folder);
    const traced = await trace(folder, "cluster_update");
    expect(traced.out.startsWith(plain.out)).toBe(true);
    expect(traced.exitCode).toBe(plain.exitCode);
  });

  it("names what was probably meant", async () => {
    const { exitCode, out, error } = await trace("stalled-gate/held", "cluster_updat");
    expect({ exitCode, out }).toEqual({ exitCode: 2, out: "" });
    expect(error).toContain("no policy judges anything named `cluster_updat`");
    expect(error).toContain("did you mean `cluster_update`?");
  });
});
