import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
// Commands are imported when called; here before, so that no test waits for it.
import "../../src/cli/commands/check.ts";
import { folderOf } from "../support/folder.ts";
import { fixtures, runCli } from "../support/run-cli.ts";

const example = join(fixtures, "profiles/example.yaml");

const step = `apiVersion: fleetwarrant.dev/v1alpha1
kind: Policy
metadata: {name: steps}
spec:
  subject: step
  mode: all
  params: {type: object, properties: {strict: {type: boolean, default: true}}}
  rules:
    - name: failed
      condition: step.outcome == "failure" && params.strict
      outcome: {reason: StepFailed, denies: [deploy]}
`;
const binding = `apiVersion: fleetwarrant.dev/v1alpha1
kind: PolicyBinding
metadata: {name: mine}
spec: {policyName: rollout-gate, params: {failAgeDays: 21}}
`;
const profile = `apiVersion: fleetwarrant.dev/v1alpha1
kind: Profile
metadata: {name: prod}
spec: {}
`;

describe("check", () => {
  it("tells the shipped policies where none are given", async () => {
    const { exitCode, out, error } = await runCli("check");
    expect({ exitCode, error }).toEqual({ exitCode: 0, error: "" });
    expect(out).toMatchInlineSnapshot(`
      "no mistake in 16 policies

      POLICY                        SUBJECT         MODE   RULES  PARAMS
      deploy-outcome                step            all       12  earlierRunsNeeded=3 longPercent=500 shortPercent=10 usualMsNeeded=10000
      deploy-outcome-delivery       fleet           all        1
      deploy-outcome-sources        source          all        6
      fleet-adoption                fleet           all       19  rollHours=6
      flux-blockers                 kustomization   all       11
      node-config                   nodeConfig      first      9
      node-config-evidence          nodeConfig      all        1
      node-ownership                node            all        3
      node-ownership-fences         credential      all        3
      registry-credential           nodeCredential  first     18  allowRegression=false propagationDeadlineMinutes=10 whenUnproven=block
      registry-credential-evidence  credential      all        7
      registry-credential-rendered  nodeCredential  all        1
      registry-credential-restart   nodeCredential  all        1  restartDeadlineMinutes=10
      rollout-gate                  gate            first      8  failAgeDays=14 warnAgeDays=7
      rollout-gate-fleet            gatedFleet      all       26  allowUnattendedRoll=false stallAfterHours=48
      rollout-gate-marker           gate            all        3
      "
    `);
  });

  it("checks a profile as well, and takes params", async () => {
    const { exitCode, out } = await runCli(
      ..."check --param failAgeDays=20 --profile".split(" "),
      example,
    );
    expect(exitCode).toBe(0);
    expect(out).toContain("failAgeDays=20");
    expect(out).toContain("PROFILE prod: 1 gate, 1 credential, ");
  });

  it("tells every mistake of every file, each with its line, what was expected and what was meant", async () => {
    const folder = folderOf({
      "a/steps.yaml": step
        .replace("step.outcome ==", "step.outcom ==")
        .replace("[deploy]", "[deplyo]"),
      "b/mine.yaml": binding.replace("failAgeDays", "failAgeDay").replace("rollout-gate", "steps"),
      "c/profile.yml": profile.replace("Profile", "Profil").replace("spec: {}", "spec: {gate: []}"),
    });
    const { exitCode, out, error } = await runCli(
      ...["check", "-p", join(folder, "a"), "-p", join(folder, "b")],
      ...["--profile", join(folder, "c/profile.yml")],
    );
    expect({ exitCode, out }).toEqual({ exitCode: 2, out: "" });
    expect(error.replaceAll(folder, "")).toMatchInlineSnapshot(`
      "note: only the policies given with -p judge: they take the place of all the shipped ones
      note: params or enforcement are set by /b/mine.yaml
      /a/steps.yaml:10:18: EXPRESSION_UNKNOWN_NAME: unknown name \`step.outcom\`
              condition: step.outcom == "failure" && params.strict
                         ^
        help: did you mean \`step.outcome\`?
      /a/steps.yaml:11:46: POLICY_INVALID: item 0 of \`denies\` has a value that is not allowed
              outcome: {reason: StepFailed, denies: [deplyo]}
                                                     ^
        expected: one of \`deploy\`, \`cluster-update\`, \`reboot\`, \`heal\`, \`release-gate\`, \`rollback-gate\`
        help: did you mean \`deploy\`?
      /b/mine.yaml:4:36: POLICY_UNKNOWN_NAME: policy \`steps\` has no param \`failAgeDay\`
        spec: {policyName: steps, params: {failAgeDay: 21}}
                                           ^
        help: one of \`strict\`
      /c/profile.yml:2:7: PROFILE_INVALID: \`kind\` has a value that is not allowed
        kind: Profil
              ^
        expected: "Profile"
        help: did you mean \`Profile\`?
      /c/profile.yml:4:8: PROFILE_INVALID: \`spec\` has no key \`gate\`
        spec: {gate: []}
               ^
        expected: one of \`maxSkewMinutes\`, \`gates\`, \`fleets\`, \`credentials\`, \`nodes\`, \`sources\`, \`pipeline\`, \`flux\`
        help: did you mean \`gates\`?
      "
    `);
  });

  it.each([
    { from: "kind: Policy", to: "kind: Polciy", place: "2:7", meant: "Policy" },
    {
      from: "dev/v1alpha1",
      to: "dev/v1alpha",
      place: "1:13",
      meant: "fleetwarrant.dev/v1alpha1",
    },
    { from: "subject: step", to: "subject: stepp", place: "5:12", meant: "step" },
  ])("takes $to for $meant, and checks the rest as well", async ({ from, to, place, meant }) => {
    const text = step.replace(from, to).replace("StepFailed", "StepFaild");
    const file = join(folderOf({ "p.yaml": text }), "p.yaml");
    const { exitCode, out } = await runCli("check", "-p", file, "-o", "json");
    expect(exitCode).toBe(2);
    const { problems } = JSON.parse(out);
    expect(problems).toHaveLength(2);
    expect(problems[0]).toMatchObject({
      code: "POLICY_INVALID",
      line: Number(place.split(":")[0]),
      column: Number(place.split(":")[1]),
      help: `did you mean \`${meant}\`?`,
    });
    expect(problems[1]).toMatchObject({
      line: 11,
      column: 25,
      help: "did you mean `StepFailed`?",
    });
  });

  it("tells where a document says that it is something else", async () => {
    const file = join(folderOf({ "p.yaml": profile }), "p.yaml");
    const { exitCode, error } = await runCli("check", "-p", file);
    expect(exitCode).toBe(2);
    expect(error).toContain("p.yaml:2:7: POLICY_INVALID: this is no policy");
  });

  it("gives the same as JSON, on standard output or in a file beside the text", async () => {
    const folder = folderOf({ "p.yaml": step.replace("step.outcome ==", "step.outcom ==") });
    const run = ["check", "-p", join(folder, "p.yaml")];
    const { exitCode, out, error } = await runCli(...run, "-o", "json");
    expect({ exitCode, error }).toEqual({ exitCode: 2, error: "" });
    expect(JSON.parse(out)).toEqual({
      apiVersion: "fleetwarrant.dev/v1alpha1",
      kind: "CheckReport",
      problems: [
        {
          code: "EXPRESSION_UNKNOWN_NAME",
          message: "unknown name `step.outcom`",
          file: join(folder, "p.yaml"),
          line: 10,
          column: 18,
          help: "did you mean `step.outcome`?",
        },
      ],
      policies: [],
      effectTables: 0,
      bindings: 0,
      profiles: [],
    });
    const file = join(folder, "report.json");
    const both = await runCli(...run, "-o", "text", "-o", `json=${file}`);
    expect(both.error).toContain("p.yaml:10:18: EXPRESSION_UNKNOWN_NAME");
    expect(readFileSync(file, "utf8")).toBe(out);
  });

  it("gives the params that hold as JSON", async () => {
    const { out } = await runCli("check", "-o", "json", "--profile", example);
    const report = JSON.parse(out);
    expect(report).toMatchObject({ problems: [], bindings: 0, profiles: ["prod"] });
    expect(report.policies.map(({ name }: { name: string }) => name)).toEqual([
      "deploy-outcome",
      "deploy-outcome-delivery",
      "deploy-outcome-sources",
      "fleet-adoption",
      "flux-blockers",
      "node-config",
      "node-config-evidence",
      "node-ownership",
      "node-ownership-fences",
      "registry-credential",
      "registry-credential-evidence",
      "registry-credential-rendered",
      "registry-credential-restart",
      "rollout-gate",
      "rollout-gate-fleet",
      "rollout-gate-marker",
    ]);
    expect(report.policies[9]).toMatchObject({
      subject: "nodeCredential",
      mode: "first",
      rules: 18,
      params: { whenUnproven: "block" },
    });
  });

  it("says that nothing was checked where nothing is there", async () => {
    const { exitCode, out, error } = await runCli("check", "-p", folderOf());
    expect({ exitCode, out }).toEqual({ exitCode: 4, out: "nothing was checked\n" });
    expect(error).toMatch(
      /^note: nothing at .* is a policy, so no policy was checked: exit code 4\n$/,
    );
  });

  it("says so beside JSON as well, which has no word for it", async () => {
    const { exitCode, out, error } = await runCli("check", "-p", folderOf(), "-o", "json");
    expect(exitCode).toBe(4);
    expect(JSON.parse(out)).toMatchObject({ problems: [], policies: [] });
    expect(error).toContain("so no policy was checked: exit code 4");
  });

  it("says which policies judge, and what sets their params, as eval does", async () => {
    const file = join(folderOf({ "mine.yaml": binding }), "mine.yaml");
    const { exitCode, error } = await runCli("check", "-p", file);
    expect({ exitCode, error }).toEqual({
      exitCode: 0,
      error: `note: params or enforcement are set by ${file}\n`,
    });
  });

  it("does not pass an empty folder for a sound profile beside it", async () => {
    const { exitCode } = await runCli("check", "-p", folderOf(), "--profile", example);
    expect(exitCode).toBe(4);
  });

  it.each([
    { why: "a param that there is not", argv: ["--param", "failAgeDay=3"], says: "did you mean" },
    { why: "a word without a flag", argv: ["policy.yaml"], says: "give inputs with -p PATH" },
    { why: "a file that is not there", argv: ["-p", "nowhere.yaml"], says: "nowhere.yaml" },
    { why: "a profile that is none", argv: ["--profile", import.meta.filename], says: "INPUT_" },
  ])("refuses $why", async ({ argv, says }) => {
    const { exitCode, out, error } = await runCli("check", ...argv);
    expect({ exitCode, out }).toEqual({ exitCode: 2, out: "" });
    expect(error).toContain(says);
  });

  it("shows the line of what YAML takes for something else, and checks the rest of the file", async () => {
    const trap = step
      .replace("mode: all", "mode: all\n  reasons: {Unheard: nobody says it}")
      .replace(/condition: .*/, "condition: params.strict ? true : false")
      .replace("[deploy]}", "[deplyo]}\n      message: {{ step.id }} failed");
    const folder = folderOf({ "p.yaml": trap });
    const { exitCode, error } = await runCli("check", "-p", folder);
    expect(exitCode).toBe(2);
    expect(error.replaceAll(folder, "")).toMatchInlineSnapshot(`
      "note: only the policies given with -p judge: they take the place of all the shipped ones
      /p.yaml:7:13: POLICY_UNUSED: no outcome gives the reason \`Unheard\`
          reasons: {Unheard: nobody says it}
                    ^
        help: leave it out, or use it
      /p.yaml:11:18: INPUT_SYNTAX: a block list or map cannot be a key
              condition: params.strict ? true : false
                         ^
        help: put all of it in single quotes, or on a line of its own under \`>-\`: YAML reads these characters as its own
      /p.yaml:12:46: POLICY_INVALID: item 0 of \`denies\` has a value that is not allowed
              outcome: {reason: StepFailed, denies: [deplyo]}
                                                     ^
        expected: one of \`deploy\`, \`cluster-update\`, \`reboot\`, \`heal\`, \`release-gate\`, \`rollback-gate\`
        help: did you mean \`deploy\`?
      /p.yaml:13:30: INPUT_SYNTAX: this is out of place here
              message: {{ step.id }} failed
                                     ^
        help: put all of it in single quotes, or on a line of its own under \`>-\`: YAML reads these characters as its own
      "
    `);
    const evaluated = await runCli("eval", "-f", folderOf(), "-p", folder);
    expect(evaluated.exitCode).toBe(2);
    expect(evaluated.error).toContain(error.slice(error.indexOf("/p.yaml")));
  });

  it("shows no line of what cannot be read as YAML and is no policy of ours", async () => {
    const secret = "apiVersion: v1\nkind: Secret\nstringData:\n  message: [hunter2] x\n";
    const snapshot = step
      .replace("kind: Policy", "kind: Snapshot")
      .replace(/condition: .*/, "condition: [hunter2] x");
    for (const text of [secret, snapshot, `${step}---\n${secret}`, `${secret}---\n${step}`]) {
      const folder = folderOf({ "p.yaml": text });
      const checked = await runCli("check", "-p", folder);
      const evaluated = await runCli("eval", "-f", folder, "-p", folder);
      for (const { exitCode, out, error } of [checked, evaluated]) {
        expect(exitCode).toBe(2);
        expect(error).toContain("INPUT_SYNTAX");
        expect(out + error).not.toContain("hunter2");
      }
    }
  });

  it("shows no line of evidence that cannot be read, be it a policy's", async () => {
    const trap = step.replace(/condition: .*/, "condition: [hunter2] x");
    const { exitCode, error } = await runCli("eval", "-f", folderOf({ "p.yaml": trap }));
    expect(exitCode).toBe(2);
    expect(error).toContain("p.yaml:10:28: INPUT_SYNTAX: this is out of place here");
    expect(error).not.toContain("hunter2");
  });

  it("shows no line of what is neither policy nor profile", async () => {
    const folder = folderOf({
      "secret.yaml": "apiVersion: v1\nkind: Secret\ndata: {a: aHVudGVyMg==}\n",
    });
    const file = join(folder, "secret.yaml");
    const { exitCode, out, error } = await runCli("check", "-p", file, "--profile", file);
    expect(exitCode).toBe(2);
    expect(out + error).not.toContain("aHVudGVyMg");
  });
});

describe("bindings", () => {
  const held = join(fixtures, "incidents/stalled-gate/held");

  it("leave the shipped policies in place, given or found", async () => {
    const file = join(folderOf({ "mine.yaml": binding }), "mine.yaml");
    for (const argv of [
      ["-p", file],
      ["-f", file],
    ]) {
      const { out, error } = await runCli("eval", "-f", held, ...argv, "-o", "json");
      const [gate] = JSON.parse(out).gates;
      expect(gate).toMatchObject({ state: "expiring", failsAt: "2026-08-16T00:00:00Z" });
      expect(error).toContain("params or enforcement are set by");
      expect(error).not.toContain("judge:");
    }
  });

  it("are checked against the shipped policies where they stand alone", async () => {
    const mistaken = binding.replace("rollout-gate", "rollout-gates");
    const file = join(folderOf({ "mine.yaml": mistaken }), "mine.yaml");
    const { exitCode, error } = await runCli("check", "-p", file);
    expect(exitCode).toBe(2);
    expect(error).toContain("mine.yaml:4:20: POLICY_UNKNOWN_NAME");
    expect(error).toContain("did you mean `rollout-gate`?");
  });

  it("are passed over among the inputs where -p says what counts", async () => {
    const folder = folderOf({ "found.yaml": binding, "given.yaml": step });
    const { error } = await runCli(
      ...["eval", "-f", held, "-f", join(folder, "found.yaml")],
      ...["-p", join(folder, "given.yaml"), "-o", "json"],
    );
    expect(error).not.toContain("are set by");
    expect(error).not.toContain("POLICY_");
  });

  it("lower what a finding denies, visibly", async () => {
    const lowering = binding.replace(
      "rollout-gate, params: {failAgeDays: 21}",
      "rollout-gate-fleet, rules: [{name: release-fleet-not-updated, enforcement: warn}]",
    );
    const file = join(folderOf({ "mine.yaml": lowering }), "mine.yaml");
    const enforcements = async (...argv: readonly string[]) => {
      const { out } = await runCli("eval", "-f", held, ...argv, "-o", "json");
      const findings: readonly { rule: string; enforcement: string }[] = JSON.parse(out).findings;
      return findings
        .filter(({ rule }) => rule === "release-fleet-not-updated")
        .map(({ enforcement }) => enforcement);
    };
    expect(await enforcements()).toEqual(["deny"]);
    expect(await enforcements("-p", file)).toEqual(["warn"]);
  });
});

describe("effect tables", () => {
  const table = (effect: string): string => `apiVersion: fleetwarrant.dev/v1alpha1
kind: EffectTable
metadata: {name: ours}
spec:
  entries:
    - {document: UdevRulesConfig, path: "", since: v1.14.0, effect: ${effect}}
`;
  const checked = (text: string, ...flags: readonly string[]) =>
    runCli("check", "--effects", join(folderOf({ "ours.yaml": text }), "ours.yaml"), ...flags);

  it("are counted where they hold", async () => {
    const { exitCode, out } = await checked(table("reboot"));
    expect(exitCode).toBe(0);
    expect(out).toMatch(/^no mistake in .*, 1 effect table$/m);
    const { out: json } = await checked(table("reboot"), "-o", "json");
    expect(JSON.parse(json)).toMatchObject({ effectTables: 1, problems: [] });
  });

  it("are told with place and line where they do not", async () => {
    const { exitCode, error } = await checked(table("rebot"));
    expect(exitCode).toBe(2);
    expect(error).toMatch(/ours\.yaml:6:\d+: EFFECT_TABLE_INVALID/);
    expect(error).toContain("`runtimeRestart`");
  });

  it("contradict each other where they stand in two files", async () => {
    const folder = folderOf({ "a.yaml": table("reboot"), "b.yaml": table("none") });
    const flags = ["a.yaml", "b.yaml"].flatMap((file) => ["--effects", join(folder, file)]);
    const { exitCode, error } = await runCli("check", ...flags);
    expect(exitCode).toBe(2);
    expect(error).toContain("b.yaml:6");
  });

  it("are missing from a file that holds none", async () => {
    const { exitCode, error } = await checked("");
    expect(exitCode).toBe(2);
    expect(error).toContain("no effect table in this file");
  });
});
