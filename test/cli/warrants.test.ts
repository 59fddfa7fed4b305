import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
// Commands are imported when called; here before, so that no test waits for it.
import "../../src/cli/commands/check-warrant.ts";
import "../../src/cli/commands/plan.ts";
import type { Snapshot } from "../../src/snapshot/snapshot.ts";
import { writeSnapshot } from "../../src/snapshot/write-snapshot.ts";
import { parseWarrant } from "../../src/warrant/read-warrant.ts";
import { folderOf } from "../support/folder.ts";
import { fixtures, runCli } from "../support/run-cli.ts";
import {
  claim,
  type Edit,
  edited,
  HOLDER,
  incident,
  later,
  marker,
  nodeIn,
  patch,
  reboot,
  release,
} from "../warrant/transaction.ts";

const folder = join(fixtures, "incidents/reboot-storm/credential-changed");
const profilePath = join(folder, "profile.yaml");
/** The clock of these runs stands weeks later. */
const atThatTime = ["--now", "2026-08-09T20:06:00Z"];
const secret = "hunter2-hunter2-hunter2";

/** Plans from the incident and gives the folder with the warrants. */
async function planned(...flags: readonly string[]) {
  const warrants = join(folderOf({}), "warrants");
  const run = await runCli(
    "plan",
    "-f",
    folder,
    "--holder",
    HOLDER,
    "--warrants",
    warrants,
    ...flags,
  );
  return { ...run, warrants, files: readdirSync(warrants).sort() };
}

/** A file with a snapshot of the incident after some edits. */
function fresh(...edits: readonly Edit[]): string {
  return fileOf(later(...edits));
}

function fileOf(snapshot: Snapshot): string {
  return join(folderOf({ "snapshot.json": writeSnapshot(snapshot) }), "snapshot.json");
}

describe("plan", () => {
  it("prints the plan, and writes a warrant for each step in its order", async () => {
    const { exitCode, out, files, warrants } = await planned();
    expect(exitCode).toBe(0);
    expect(out).toContain("PLAN  7 steps");
    expect(out).toContain(`WARRANTS  7 of 7 steps, good until 2026-08-09 21:06 UTC, for ${HOLDER}`);
    expect(files).toEqual([
      "1-prod-worker-1.json",
      "2-prod-worker-2.json",
      "3-prod-worker-3.json",
      "4-prod-worker-4.json",
      "5-prod-control-plane-1.json",
      "6-prod-control-plane-2.json",
      "7-prod-control-plane-3.json",
    ]);
    for (const file of files) {
      const text = readFileSync(join(warrants, file), "utf8");
      expect(parseWarrant(text, file).ok, file).toBe(true);
    }
  });

  it("prints the same warrants as JSON", async () => {
    const { out, files, warrants } = await planned("-o", "json");
    const plan = JSON.parse(out);
    expect(plan).toMatchObject({ kind: "Plan", withheld: [] });
    const written = files.map((file) => JSON.parse(readFileSync(join(warrants, file), "utf8")));
    expect(plan.warrants).toEqual(written);
  });

  it("writes into no folder that holds something", async () => {
    const { warrants } = await planned();
    const again = await runCli("plan", "-f", folder, "--warrants", warrants);
    expect(again.exitCode).toBe(2);
    expect(again.error).toContain("is not empty");
  });

  it("writes no file outside of the folder, whatever a node is called", async () => {
    const odd = later((draft) => {
      const node = nodeIn(draft);
      delete draft.objects["v1/Node//prod-worker-1"];
      node.metadata.name = "../../escaped";
      draft.objects["v1/Node//../../escaped"] = node;
      const { talos } = draft;
      if (talos?.["prod-worker-1"] !== undefined) talos["../../escaped"] = talos["prod-worker-1"];
    });
    const root = folderOf({});
    const inner = join(root, "a/b");
    const { exitCode, error } = await runCli(
      ...["plan", "-f", fileOf(odd), "--profile", profilePath, "--warrants", inner],
    );
    expect({ exitCode, told: error.includes("none for a file") }).toEqual({
      exitCode: 2,
      told: true,
    });
    expect(readdirSync(root)).toEqual([]);
  });

  it("says what is missing where it issues none, and what would supply it", async () => {
    const path = fresh((draft) => {
      delete draft.metadata;
      delete draft.objects["v1/Namespace//kube-system"];
    });
    const { exitCode, out } = await runCli("plan", "-f", path, "--profile", profilePath);
    expect(exitCode).toBe(3);
    expect(out).toContain("WARRANTS  0 of 7 steps");
    expect(out).toContain("NO WARRANT");
    expect(out).toContain("settles it: kubectl get namespace kube-system -o json");
  });

  it.each([
    { variant: "after-update-no-handoff", code: 3, why: "two nodes are not decided" },
    { variant: "stage", code: 0, why: "nothing is to be done" },
    { variant: "after-update", code: 0, why: "every step has its warrant" },
  ])("ends with $code where $why", async ({ variant, code }) => {
    const { exitCode } = await runCli(
      "plan",
      "-f",
      join(fixtures, "incidents/reboot-storm", variant),
    );
    expect(exitCode).toBe(code);
  });

  it("ends with 1 where the fleet is refused, and with 4 where there is nothing to judge", async () => {
    const held = fresh(claim("run-9/1", "prod-worker-3"));
    const refused = await runCli("plan", "-f", held, "--profile", profilePath, "--holder", HOLDER);
    expect(refused.exitCode).toBe(1);
    expect(refused.out).toContain("7 × REFUSED");
    const own = await runCli("plan", "-f", held, "--profile", profilePath, "--holder", "run-9/1");
    // What is its own cordon is not known without a recovery record, so that node alone gets no warrant.
    expect(own.exitCode).toBe(3);
    expect(own.out).toContain("WARRANTS  6 of 7 steps");
    const gate = join(fixtures, "incidents/stalled-gate/declared-only");
    expect((await runCli("plan", "-f", gate)).exitCode).toBe(4);
  });

  it.each(["0", "1441", "1.5", "x", "1e3", "01"])("refuses --valid-minutes %s", async (minutes) => {
    const { exitCode, error } = await runCli("plan", "-f", folder, "--valid-minutes", minutes);
    expect(exitCode).toBe(2);
    expect(error).toContain("a whole number from 1 to 1440");
  });
});

describe("check-warrant", () => {
  async function check(path: string, ...flags: readonly string[]) {
    const { warrants } = await planned();
    const file = join(warrants, "1-prod-worker-1.json");
    const asOf = flags.includes("--now") ? [] : atThatTime;
    return runCli(
      ...["check-warrant", "-w", file, "-f", path, "--profile", profilePath],
      ...[...asOf, ...flags],
    );
  }

  it.each<{ why: string; edits: readonly Edit[]; code: number; word: string; told: string }>([
    { why: "nothing was done", edits: [], code: 0, word: "claim\n", told: "" },
    { why: "it is claimed", edits: [claim()], code: 0, word: "patch\n", told: "" },
    {
      why: "all is done",
      edits: [patch, reboot, marker, release],
      code: 6,
      word: "done\n",
      told: "",
    },
    {
      why: "another owner has the node",
      edits: [claim("run-9/1")],
      code: 1,
      word: "",
      told: "VOID prod-worker-1: 2 facts moved",
    },
    {
      why: "the run of the node is not known",
      edits: [
        (draft) => {
          delete nodeIn(draft).status.nodeInfo.bootID;
        },
      ],
      code: 3,
      word: "",
      told: "UNCONFIRMED prod-worker-1: of 1 fact it is not known",
    },
  ])("ends with $code and prints $word where $why", async ({ edits, code, word, told }) => {
    const { exitCode, out, error } = await check(fresh(...edits), "-o", "phase");
    expect({ exitCode, out }).toEqual({ exitCode: code, out: word });
    // What keeps it from going on is for people, and so on standard error.
    if (told === "") expect(error).not.toContain("prod-worker-1");
    else expect(error).toContain(told);
  });

  it("ends with 5 where a guard keeps it from going on", async () => {
    const { warrants } = await planned();
    const snapshot = edited(incident, (draft) => {
      for (const each of nodeIn(draft, "prod-control-plane-3").status.conditions)
        if (each.type === "Ready") each.status = "False";
    });
    const file = join(warrants, "5-prod-control-plane-1.json");
    const flags = ["-f", fileOf(snapshot), "--profile", profilePath, ...atThatTime];
    const { exitCode, out } = await runCli("check-warrant", "-w", file, ...flags);
    expect(exitCode).toBe(5);
    expect(out).toContain(
      "PAUSED prod-control-plane-1: it stands, but claim may not be carried out",
    );
    expect(out).toContain("ControlPlanePeers");
  });

  it("says in text and JSON what moved, from what to what, and where", async () => {
    const path = fresh((draft) => {
      nodeIn(draft).metadata.uid = "uid-9";
    });
    const text = await check(path);
    expect(text.out).toMatch(/moved node\.uid {2}was [-0-9a-f]+, is uid-9/);
    const { out } = await check(path, "-o", "json");
    expect(JSON.parse(out)).toMatchObject({
      kind: "WarrantCheck",
      outcome: "void",
      moved: [
        {
          fact: "node.uid",
          now: "uid-9",
          pointer: "/objects/v1~1Node~1~1prod-worker-1/metadata/uid",
        },
      ],
    });
  });

  it("expires by --now", async () => {
    const { exitCode, out } = await check(folder, "--now", "2026-08-09T21:06:00Z");
    expect(exitCode).toBe(1);
    expect(out).toContain("moved validUntil  was 2026-08-09T21:06:00Z, is 2026-08-09T21:06:00Z");
  });

  it("expires by the clock where nothing else is said: old evidence would never see it do so", async () => {
    const { warrants } = await planned();
    const file = join(warrants, "1-prod-worker-1.json");
    const { exitCode, out } = await runCli("check-warrant", "-w", file, "-f", folder);
    expect(exitCode).toBe(1);
    expect(out).toContain("moved validUntil  was 2026-08-09T21:06:00Z, is 2026-10-01T00:00:00Z");
  });

  it("tells every mistake in one run, in warrant and evidence alike", async () => {
    const bad = folderOf({ "w.json": `{"kind": "Warrant", "${secret}": 1}`, "e.json": "{" });
    const { exitCode, out, error } = await runCli(
      ...["check-warrant", "-w", join(bad, "w.json"), "-f", join(bad, "e.json")],
      ...["--profile", profilePath],
    );
    expect({ exitCode, out }).toEqual({ exitCode: 2, out: "" });
    expect(error).toMatch(/w\.json:1:\d+: WARRANT_INVALID/);
    expect(error).toMatch(/e\.json:1:\d+: INPUT_SYNTAX/);
    expect(error).not.toContain("hunter2");
  });

  it("notices a warrant that was edited", async () => {
    const { warrants } = await planned();
    const file = join(warrants, "1-prod-worker-1.json");
    writeFileSync(file, readFileSync(file, "utf8").replace("T21:06:00Z", "T22:06:00Z"));
    const { exitCode, error } = await runCli("check-warrant", "-w", file, "-f", folder);
    expect(exitCode).toBe(2);
    expect(error).toContain("WARRANT_ALTERED");
    expect(error).toContain("plan again");
  });

  it.each([
    { argv: ["-f", folder], says: "no warrant given" },
    { argv: ["-w", "-", "-f", "-"], says: "not both" },
    { argv: ["-w", "nowhere.json", "-f", folder], says: "nowhere.json" },
    { argv: ["-w", "a.json"], says: "no input given" },
    { argv: ["-w", "a.json", "-f", folder, "-o", "phases"], says: "did you mean `phase`?" },
  ])("refuses $argv", async ({ argv, says }) => {
    const { exitCode, out, error } = await runCli("check-warrant", ...argv);
    expect({ exitCode, out }).toEqual({ exitCode: 2, out: "" });
    expect(error).toContain(says);
  });

  it("documents its exit codes", async () => {
    const { out } = await runCli("check-warrant", "--help");
    for (const word of ["0 it stands", "1 void", "3 unconfirmed", "5 paused", "6 done"])
      expect(out).toContain(word);
  });
});
