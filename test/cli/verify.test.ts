import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
// Commands are imported when called; here before, so that no test waits for it.
import "../../src/cli/commands/verify.ts";
import { folderOf } from "../support/folder.ts";
import { fixtures, runCli } from "../support/run-cli.ts";

const shipped = join(import.meta.dirname, "../../src/policies/builtin/registry-credential.yaml");
const profile = join(fixtures, "incidents/reboot-storm/stage/profile.yaml");
const few = ["--runs", "40", "--seed", "7"];

/** The shipped policy as it would have been before the first incident: a missing marker is a changed credential. */
function stormPolicy(): string {
  const text = readFileSync(shipped, "utf8")
    .replace(
      'load == "same" && image == "proved" && marker != "current"',
      'load == "same" && image == "proved" && marker == "legacy"',
    )
    .replace(
      'condition: load == "changed" && effect == "reboot"',
      'condition: marker != "current" && effect == "reboot"',
    );
  return join(folderOf({ "storm.yaml": text }), "storm.yaml");
}

describe("fleetwarrant verify", () => {
  it("holds the shipped policies, and says how far it has come", async () => {
    const { exitCode, out, error } = await runCli(
      "verify",
      ...few,
      "--law",
      "UNCHANGED",
      "--law",
      "green",
    );
    expect({ exitCode, out: out.slice(0, 13) }).toEqual({ exitCode: 0, out: "HOLDS: 2 laws" });
    expect(error.split("\n")).toEqual([
      "1/2 unchangedCredentialRebootsNothing …",
      "1/2 unchangedCredentialRebootsNothing: holds, 40 runs",
      "2/2 greenIsNotDelivered …",
      "2/2 greenIsNotDelivered: holds, 40 runs",
      "",
    ]);
  });

  it("saves a counterexample that eval decides from as the law saw it", async () => {
    const [policy, saved] = [stormPolicy(), join(folderOf({}), "saved")];
    const run = await runCli("verify", "-p", policy, ...few, "--law", "unchanged", "--save", saved);
    expect(run.exitCode).toBe(1);
    expect(run.error).toContain(`fleetwarrant eval -f ${saved}`);
    expect(readFileSync(join(saved, "profile.yaml"), "utf8")).toMatch(
      /^# a fleet of .*# unchanged.*would reboot/s,
    );
    const before = await runCli("eval", "-f", saved, "-p", policy);
    expect(before.out).toContain("1 reboot");
    const after = await runCli("eval", "-f", saved, "--policy", shipped);
    expect(after.out).not.toContain("1 reboot");
    const again = await runCli(
      "verify",
      "-p",
      policy,
      ...few,
      "--law",
      "unchanged",
      "--save",
      saved,
    );
    expect(again).toMatchObject({ exitCode: 2, error: expect.stringContaining("is not empty") });
  });

  it("says that there is nothing to save where laws hold", async () => {
    const saved = join(folderOf({}), "saved");
    const run = await runCli("verify", ...few, "--law", "green", "--save", saved);
    expect(run).toMatchObject({
      exitCode: 0,
      error: expect.stringContaining("no counterexample to save"),
    });
  });

  it("prints JSON that is the same from the same seed", async () => {
    const flags = ["verify", ...few, "--law", "green", "-o", "json"];
    const [one, other] = [await runCli(...flags), await runCli(...flags)];
    expect(one.out).toBe(other.out);
    expect(JSON.parse(one.out)).toMatchObject({
      kind: "Verification",
      drawn: { seed: 7, runs: 40 },
      laws: [{ law: "greenIsNotDelivered", outcome: "holds" }],
    });
  });

  it.each<{ why: string; flags: readonly string[]; exitCode: number; told: RegExp }>([
    {
      why: "somebody's profile that cannot be held to the law: nothing was shown",
      flags: ["--profile", profile, "--law", "waved", "--law", "planConverges", ...few],
      exitCode: 4,
      told: /NOT SHOWN.*unasked.*the profile collects no history/s,
    },
    {
      why: "too few runs to have shown anything",
      flags: ["--law", "rolloutConverges", "--runs", "3", "--seed", "7"],
      exitCode: 4,
      told: /NOT SHOWN: of 1 law 1 hardly saw what must come up/,
    },
    {
      why: "no such law",
      flags: ["--law", "gravity"],
      exitCode: 2,
      told: /no law's name holds `gravity`.*unchangedCredentialRebootsNothing/s,
    },
    {
      why: "what is gone through is not drawn",
      flags: ["--exhaustive", "--seed", "7"],
      exitCode: 2,
      told: /`--exhaustive` draws nothing/,
    },
    {
      why: "a depth of nothing",
      flags: ["--depth", "2"],
      exitCode: 2,
      told: /are for `--exhaustive`/,
    },
    {
      why: "every row of one event",
      flags: ["--exhaustive", "--scope", "rows", "--depth", "1", "--law", "unchanged"],
      exitCode: 0,
      told: /HOLDS: 1 law \(60 states, gone through one by one.*rows of events/s,
    },
    { why: "no runs", flags: ["--runs", "0"], exitCode: 2, told: /`--runs` is no such number/ },
    {
      why: "runs in words",
      flags: ["--runs", "many"],
      exitCode: 2,
      told: /`--runs` is no such number/,
    },
    {
      why: "a seed too large",
      flags: ["--seed", "2147483648"],
      exitCode: 2,
      told: /`--seed` is no such number/,
    },
    {
      why: "a profile that is none",
      flags: ["--profile", shipped],
      exitCode: 2,
      told: /no profile/i,
    },
    { why: "policies that are not there", flags: ["-p", "nowhere"], exitCode: 2, told: /nowhere/ },
  ])("exits with $exitCode: $why", async ({ flags, exitCode, told }) => {
    const run = await runCli("verify", ...flags);
    expect(run.exitCode).toBe(exitCode);
    expect(`${run.out}${run.error}`).toMatch(told);
  });
});
