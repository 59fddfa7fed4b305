import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Ajv } from "ajv";
import { describe, expect, it } from "vitest";
import { ACTIONS } from "../../src/engine/decision.ts";
import { EVENTS } from "../../src/simulate/events.ts";
import { folderOf } from "../support/folder.ts";
import { fixtures, runCli } from "../support/run-cli.ts";

// Goal: the command tells what would come of events and patches, in their order, and its exit code is that of what comes after.

const schemas = join(import.meta.dirname, "../../schemas");
const readSchema = (name: string) =>
  JSON.parse(readFileSync(join(schemas, `${name}.schema.json`), "utf8"));
const validate = new Ajv({ allErrors: true, strict: true }).compile(readSchema("simulation"));

const storm = join(fixtures, "incidents/reboot-storm");
const stage = join(storm, "stage");

async function simulateJson(...argv: readonly string[]) {
  const { out, exitCode } = await runCli("simulate", "-f", stage, ...argv, "-o", "json");
  const document = JSON.parse(out);
  validate(document);
  expect(validate.errors).toBeNull();
  return { document, exitCode };
}

describe("fleetwarrant simulate", () => {
  const codes: readonly (readonly [string, readonly string[], number])[] = [
    ["what comes after is allowed", ["--event", "cluster-update"], 0],
    ["what comes after is denied", ["--event", "claim=prod-worker-1:run:claimed"], 1],
    ["an event that there is not", ["--event", "cluster-upgrade"], 2],
    ["an event that cannot happen", ["--event", "reboot=nobody"], 2],
    ["nothing is to happen", [], 2],
    ["a patch that there is not", ["--patch", "/nowhere.json"], 2],
    ["what comes after is not decided", ["--event", "cluster-update", "--event", "lose=proofs"], 3],
    ["nothing was judged", ["--event", "lose=git", "--intent", "release-gate"], 4],
  ];
  it.each(codes)("ends as eval would where %s", async (_why, argv, code) => {
    const { exitCode, out, error } = await runCli("simulate", "-f", stage, ...argv);
    expect(exitCode).toBe(code);
    if (code === 2)
      expect([out, error]).toEqual(["", expect.stringMatching(/(^|\n|: )(USAGE|INPUT)_/)]);
  });

  it("tells a path that there is not without notes about evidence of which nothing comes", async () => {
    const { error } = await runCli("simulate", "-f", "/nowhere", "--event", "lose=git");
    expect(error).toMatch(/^\/nowhere.*INPUT_/);
    expect(error).not.toContain("note:");
  });

  it("keeps events and patches in the order typed", async () => {
    const root = folderOf({
      "patch.yaml": "- { op: test, path: /takenAt, value: '2026-08-09T21:06:00Z' }\n",
    });
    const patch = ["--patch", join(root, "patch.yaml")];
    const hour = ["--event", "advance=1h"];
    const { document } = await simulateJson(...hour, ...patch);
    expect(document.steps).toEqual([{ event: "advance=1h" }, { patch: join(root, "patch.yaml") }]);
    expect((await runCli("simulate", "-f", stage, ...patch, ...hour)).exitCode).toBe(2);
  });

  it("tells the mistakes of patches, evidence and policies in one run", async () => {
    const root = folderOf({
      "one.json": '[{"op": "remve", "path": "/x"}]',
      "two.json": "{}",
      "policy.yaml": "kind: Policy\n",
    });
    const patches = ["one.json", "two.json"].flatMap((file) => ["--patch", join(root, file)]);
    const policy = ["-p", join(root, "policy.yaml")];
    const { error, exitCode } = await runCli("simulate", "-f", stage, ...patches, ...policy);
    expect(exitCode).toBe(2);
    expect(error).toContain("policy.yaml:1:1: POLICY_INVALID");
    expect(error).toContain("one.json:1:9: PATCH_INVALID: there is no such operation");
    expect(error).toContain("help: did you mean `remove`?");
    expect(error).toContain("two.json:1:1: PATCH_INVALID: a patch is a list");
  });

  it("lists the worst first and counts what is as before", async () => {
    const events = ["rotate", "cluster-update", "leave=prod-worker-2", "reassert=prod-worker-3"];
    const argv = events.flatMap((event) => ["--event", event]);
    const { document } = await simulateJson(...argv);
    const ranks = document.nodes.map(({ after }: { after: { action: (typeof ACTIONS)[number] } }) =>
      ACTIONS.indexOf(after.action),
    );
    expect(ranks).toEqual([...ranks].sort((a, b) => b - a));
    expect(document.nodes.length + document.unchanged.nodes).toBe(7);
    expect(document.before.verdict).toBe("allow");
    expect(document.findings.came).toContainEqual(
      expect.objectContaining({ reason: "LiveSecretDiffers", outcome: "fail" }),
    );
  });

  it("shows who came and who left", async () => {
    const { document } = await simulateJson(
      "--event",
      "join=prod-worker-9",
      "--event",
      "lose=objects:v1/Node//prod-worker-1",
    );
    const sides = document.nodes.map((node: { name: string; before?: object; after?: object }) => [
      node.name,
      node.before !== undefined,
      node.after !== undefined,
    ]);
    expect(sides).toContainEqual(["prod-worker-9", false, true]);
    expect(sides).toContainEqual(["prod-worker-1", true, false]);
  });

  it("moves the clock of judging along with that of the evidence", async () => {
    const argv = ["--event", "advance=48h", "--now", "2026-08-10T00:00:00Z"];
    const { document } = await simulateJson(...argv);
    expect(document.before.evaluatedAt).toBe("2026-08-10T00:00:00Z");
    expect(document.after.evaluatedAt).toBe("2026-08-12T00:00:00Z");
  });

  it("gives the same bytes every time, whatever key fingerprints are made with", async () => {
    const argv = ["simulate", "-f", stage, "--event", "rotate", "--event", "reboot=prod-worker-1"];
    for (const format of ["text", "json"]) {
      const [one, two] = [await runCli(...argv, "-o", format), await runCli(...argv, "-o", format)];
      expect(one.out).toBe(two.out);
    }
  });

  it("puts a table on the screen, as wide as its widest cell", async () => {
    const update = ["--event", "cluster-update"];
    const { out } = await runCli(
      "simulate",
      "-f",
      stage,
      ...update,
      "--event",
      "leave=prod-worker-1",
    );
    expect(out).toContain(
      [
        "NODES  7 decided otherwise, 0 as before",
        "  node                  before    after             why",
        "  prod-worker-2         none   →  verify, reassert  ImageUnproven",
      ].join("\n"),
    );
    expect(out).toContain("  prod-worker-1         none   →  none              NodeLeaving\n");
  });

  it("tells a gate that moves", async () => {
    const held = join(fixtures, "incidents/stalled-gate/held");
    const { out } = await runCli("simulate", "-f", held, "--event", "advance=72h");
    expect(out).toContain("  cilium-homogeneous-devices  expiring → expired  FailAgeReached");
    expect(out).toContain("deploy          ALLOW → DENY");
  });

  it("tells no value of a patch, whatever is wrong with it", async () => {
    const secret = "hunter2hunter2";
    const operations = [
      { op: "test", path: "/takenAt", value: secret },
      { op: "replace", path: "/takenAt", value: secret },
      { op: "add", path: "/talos/prod-worker-1/version", value: { secret } },
      { op: "add", path: "/gaps", value: [{ part: secret, reason: secret, [secret]: 1 }] },
      { op: secret, path: "/takenAt" },
    ];
    for (const operation of operations) {
      const root = folderOf({ "patch.json": JSON.stringify([operation]) });
      const argv = ["simulate", "-f", stage, "--patch", join(root, "patch.json")];
      const { out, error, exitCode } = await runCli(...argv);
      expect(exitCode, operation.op).toBe(2);
      expect(out + error).not.toContain(secret);
    }
  });

  it("lists every event in its help", async () => {
    const { out } = await runCli("simulate", "--help");
    for (const { name, summary } of EVENTS) {
      expect(out).toMatch(new RegExp(`^ {2}${name}[=[ ].*`, "m"));
      expect(out).toContain(summary);
    }
  });
});

describe("schemas/simulation.schema.json", () => {
  const simulation = readSchema("simulation");
  const decision = readSchema("decision").definitions;

  it.each(["verdict", "intent", "action", "obligation"])("knows every %s of decisions", (name) => {
    expect(simulation.definitions[name].enum).toEqual(decision[name].enum);
  });

  it("knows every state, subject, enforcement and severity of decisions", () => {
    const { finding, gateOutcome, summary } = simulation.definitions;
    expect(gateOutcome.properties.state).toEqual(decision.gate.properties.state);
    expect(finding.properties.subject.enum).toEqual(decision.subjectKind.enum);
    expect(finding.properties.enforcement.enum).toEqual(decision.enforcement.enum);
    expect(finding.properties.severity.enum).toEqual(decision.severity.enum);
    expect(summary.properties.actions.required).toEqual([...ACTIONS]);
  });
});
