import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { damage, spoil } from "../../src/testing/secrets/damage.ts";
import { findLeak, planted } from "../../src/testing/secrets/planted.ts";
import { plantedFiles } from "../../src/testing/secrets/planted-files.ts";
import { folderOf } from "../support/folder.ts";
import { type CliRun, runCli } from "../support/run-cli.ts";

// Law 8 through the commands themselves, with real files. `secretsNeverLeave` runs the same in memory, more often.

const runs = 5;

/** What each command is given, by what it is called in a failure. */
function commandsFor(folder: string): Readonly<Record<string, readonly string[]>> {
  const inputs = ["-f", folder];
  return {
    text: ["eval", ...inputs],
    json: ["eval", ...inputs, "-o", "json"],
    "every intent": ["eval", ...inputs, "--intent", "release-gate"],
    trace: ["eval", ...inputs, "--trace", "worker-1", "--trace", "registry", "--trace", "agent"],
    checkout: ["eval", ...inputs, "--git", join(folder, "git")],
    "declared credential": [
      "eval",
      ...inputs,
      "--declared-credential",
      `registry=${join(folder, "decrypted.yaml")}`,
    ],
    snapshot: ["snapshot", ...inputs],
    check: ["check", "--profile", join(folder, "profile.yaml")],
    // Somebody names the wrong file.
    ...Object.fromEntries(
      [
        "decrypted.yaml",
        "cluster.json",
        "rendered/worker-1.yaml",
        "hand-off.json",
        "job.log",
      ].flatMap((file) => {
        const path = join(folder, file);
        return [
          [`check of ${file}`, ["check", "-p", path, "--profile", path]],
          [`eval with ${file}`, ["eval", ...inputs, "-p", path, "--profile", path]],
          [`${file} as a credential`, ["eval", ...inputs, "--declared-credential", path]],
          [`${file} as a key`, ["snapshot", ...inputs, "--fingerprint-key", path]],
        ];
      }),
    ),
    plan: ["plan", ...inputs],
    "plan as json": ["plan", ...inputs, "-o", "json"],
    simulate: ["simulate", ...inputs, "--event", "cluster-update"],
    "simulate as json": ["simulate", ...inputs, "--event", "cluster-update", "-o", "json"],
    "unknown name": ["eval", ...inputs, "--trace", "nobody"],
  };
}

describe("law 8: no secret in any output", () => {
  const samples = fc.sample(fc.tuple(planted, damage), { numRuns: runs, seed: 8 });

  it.each(samples.map(([secrets, damaged], run) => ({ run, secrets, damaged })))(
    "of any command: run $run",
    { timeout: 60_000 },
    async ({ secrets, damaged }) => {
      const folder = folderOf(spoil(plantedFiles(secrets), damaged));
      for (const [name, argv] of Object.entries(commandsFor(folder))) {
        const { out, error }: CliRun = await runCli(...argv);
        expect(out + error, name).not.toBe("");
        expect(findLeak(out, secrets), `${name}, standard output`).toBeUndefined();
        expect(findLeak(error, secrets), `${name}, standard error`).toBeUndefined();
      }
    },
  );

  it("in warrants, their files, and what is said of them on newer evidence", async () => {
    const [secrets] = fc.sample(planted, { numRuns: 1, seed: 9 });
    if (secrets === undefined) throw new Error("no secrets were made");
    const folder = folderOf(plantedFiles(secrets));
    const warrants = join(folderOf(), "warrants");
    const planned = await runCli("plan", "-f", folder, "--warrants", warrants);
    expect(findLeak(planned.out + planned.error, secrets)).toBeUndefined();
    const names = readdirSync(warrants);
    expect(names.length).toBeGreaterThan(0);
    for (const name of names) {
      const path = join(warrants, name);
      expect(findLeak(readFileSync(path, "utf8"), secrets)).toBeUndefined();
      const checked = await runCli("check-warrant", "-w", path, "-f", folder);
      expect(checked.out).not.toBe("");
      expect(findLeak(checked.out + checked.error, secrets)).toBeUndefined();
    }
  });

  it("decides from what is not spoilt, with two nodes that are judged", async () => {
    const [secrets] = fc.sample(planted, { numRuns: 1, seed: 8 });
    if (secrets === undefined) throw new Error("no secrets were made");
    const { exitCode, out } = await runCli("eval", "-f", folderOf(plantedFiles(secrets)));
    expect(exitCode).toBe(0);
    expect(out).toContain("2 of 2 nodes");
  });
});
