import { mkdtempSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Ajv } from "ajv";
import { describe, expect, it } from "vitest";
import { incidentFolders } from "../support/incident-folder.ts";
import { runCli } from "../support/run-cli.ts";

const root = join(import.meta.dirname, "../..");
const incident = (name: string): string => join(root, "fixtures/incidents", name);
const schemaOf = (name: string): object =>
  JSON.parse(readFileSync(join(root, `schemas/${name}.schema.json`), "utf8")) as object;
const validate = new Ajv({ allErrors: true, strict: true })
  .addSchema(schemaOf("step-warrant"))
  .compile(schemaOf("rollout-plan"));

function written(name: string, text: string): string {
  const file = join(mkdtempSync(join(tmpdir(), "rollout-")), name);
  writeFileSync(file, text);
  return file;
}

const plan = (...args: readonly string[]) => runCli("plan", "--for", "rollout", ...args);

const heldProfile = join(incident("stalled-gate/held"), "profile.yaml");

interface HeldSnapshot {
  readonly objects: Record<
    string,
    {
      readonly kind: string;
      readonly spec: { readonly nodeName?: string };
      readonly metadata: { readonly labels: Record<string, string>; deletionTimestamp?: string };
      readonly status: Record<string, number>;
    }
  >;
  steps: unknown[];
}

/** The seed's fleet as a snapshot that a test may change. */
async function heldSnapshot(): Promise<HeldSnapshot> {
  const { out } = await runCli("snapshot", "-f", incident("stalled-gate/held"));
  return JSON.parse(out) as HeldSnapshot;
}

describe("plan --for rollout", () => {
  it.each(incidentFolders())("%s fits the schema", async (folder) => {
    const { out } = await plan("-f", incident(folder), "-o", "json");
    validate(JSON.parse(out));
    expect(validate.errors ?? []).toEqual([]);
  });

  it("tells the seed's fleet in order, and that the canary may be stepped", async () => {
    const { out, exitCode } = await plan("-f", incident("stalled-gate/held"));
    expect(exitCode).toBe(0);
    const order = [...out.matchAll(/^ {2}\d+\. (\S+) {2}(\w+)/gm)].map(([, node, lead]) => [
      node,
      lead,
    ]);
    expect(order.map(([, lead]) => lead)).toEqual([
      "NEXT",
      ...Array.from({ length: 8 }, () => "LATER"),
    ]);
    expect(order.slice(-3).map(([node]) => node)).toEqual([
      "prod-control-plane-1",
      "prod-control-plane-2",
      "prod-control-plane-3",
    ]);
    expect(out).toContain("cilium-agent image v1.20.0-rc.0 → v1.20.0 (pre-release → release)");
  });

  it("goes on where a record says that the canary was verified, and not before", async () => {
    const snapshot = await heldSnapshot();
    for (const object of Object.values(snapshot.objects)) {
      if (object.kind === "DaemonSet") object.status.updatedNumberScheduled = 1;
      if (object.kind === "Pod" && object.spec.nodeName === "prod-worker-1")
        object.metadata.labels["controller-revision-hash"] = "7958bb8779";
    }
    const first = async (): Promise<string | undefined> => {
      const file = written("snapshot.json", JSON.stringify(snapshot));
      const { out } = await plan("-f", file, "--profile", heldProfile);
      return /^ {2}1\. (.*)$/m.exec(out)?.[1];
    };
    expect(await first()).toMatch(/^prod-worker-1 {2}NEXT {2}canary: check /);
    snapshot.steps = [
      {
        daemonSet: "kube-system/cilium",
        node: "prod-worker-1",
        revision: "7958bb8779",
        at: "2026-08-06T16:00:00Z",
        result: "verified",
      },
    ];
    expect(await first()).toMatch(/^autoscale-\S+ {2}NEXT {2}worker: replace /);
  });

  it.each([
    { folder: "stalled-gate/released", code: 0, told: "its controller replaces pods by itself" },
    { folder: "stalled-gate/declared-only", code: 4, told: "VACUOUS" },
    { folder: "reboot-storm/credential-changed-under-gate", code: 3, told: "StepsRecorded" },
  ])("$folder ends with $code", async ({ folder, code, told }) => {
    const { out, exitCode } = await plan("-f", incident(folder));
    expect(exitCode).toBe(code);
    expect(out).toContain(told);
  });

  it("ends with 3 where pods were not listed whole, and says what settles it", async () => {
    const { out, exitCode } = await plan(
      "-f",
      join(incident("stalled-gate/held"), "daemonset.json"),
      "--profile",
      join(incident("stalled-gate/held"), "profile.yaml"),
    );
    expect(exitCode).toBe(3);
    expect(out).toContain("NOT KNOWN  kube-system/cilium");
    expect(out).toContain("settles it: kubectl get controllerrevisions");
  });

  it("ends with 1 while the last pod is on its way out: it is not over", async () => {
    const snapshot = await heldSnapshot();
    const told = async () => {
      const file = written("snapshot.json", JSON.stringify(snapshot));
      return await plan("-f", file, "--profile", heldProfile);
    };
    const pods = Object.values(snapshot.objects).filter(({ kind }) => kind === "Pod");
    for (const { metadata } of pods) metadata.labels["controller-revision-hash"] = "7958bb8779";
    for (const { kind, status } of Object.values(snapshot.objects))
      if (kind === "DaemonSet") status.updatedNumberScheduled = 9;
    snapshot.steps = pods.map(({ spec }) => ({
      daemonSet: "kube-system/cilium",
      node: spec.nodeName,
      revision: "7958bb8779",
      at: "2026-08-06T16:00:00Z",
      result: "verified",
    }));
    expect(await told()).toMatchObject({ exitCode: 0, out: expect.stringContaining("COMPLETE") });
    const [last] = pods;
    if (last !== undefined) last.metadata.deletionTimestamp = "2026-08-06T17:00:00Z";
    const { out, exitCode } = await told();
    expect(exitCode).toBe(1);
    expect(out).toMatch(/WAITS {2}kube-system\/cilium to .*nothing to step now/);
  });

  it("ends with 1 where what was seen holds it", async () => {
    const records = written(
      "records.yaml",
      `apiVersion: fleetwarrant.dev/v1alpha1
kind: StepRecords
steps:
  - daemonSet: kube-system/cilium
    node: prod-worker-1
    revision: 7958bb8779
    at: "2026-08-06T16:00:00Z"
    result: failed
`,
    );
    const { out, exitCode } = await plan("-f", incident("stalled-gate/held"), "-f", records);
    expect(exitCode).toBe(1);
    expect(out).toContain("HELD ROLLOUT");
    expect(out).toContain("CanaryNotFailed holds every step");
  });

  it("writes a warrant for each step, which check-warrant takes", async () => {
    const folder = join(mkdtempSync(join(tmpdir(), "warrants-")), "w");
    const held = incident("stalled-gate/held");
    const { out } = await plan("-f", held, "--warrants", folder, "--valid-minutes", "30");
    expect(out).toContain("WARRANTS  9 of 9, good until 2026-08-06 17:50 UTC");
    const [first, second] = readdirSync(folder).sort();
    const ask = (file: string | undefined) =>
      runCli(
        "check-warrant",
        "-w",
        join(folder, file ?? ""),
        "-f",
        held,
        "--now",
        "2026-08-06T17:21:00Z",
        "-o",
        "phase",
      );
    expect(await ask(first)).toMatchObject({ exitCode: 0, out: "replace\n" });
    const paused = await ask(second);
    expect(paused).toMatchObject({ exitCode: 5, out: "" });
    expect(paused.error).toContain("PredecessorVerified");
  });

  it("issues none where the cluster is not known, and says so", async () => {
    const folder = incident("stalled-gate/held");
    const files = [
      "manifest.yaml",
      "daemonset.json",
      "controllerrevisions.json",
      "pods.json",
      "nodes.json",
      "steps.yaml",
    ];
    const { out, exitCode } = await plan(
      ...files.flatMap((file) => ["-f", join(folder, file)]),
      ...["--git", join(folder, "git"), "--profile", join(folder, "profile.yaml")],
    );
    expect(exitCode).toBe(3);
    expect(out).toContain("WARRANTS  0 of 9");
    expect(out.replaceAll(/\s+/g, " ")).toContain("not to be bound: the cluster");
  });

  it.each([
    { args: ["--valid-minutes", "0"], told: "is no number of minutes" },
    { args: ["--for", "reboot"], told: "no plan is for `reboot`" },
  ])("is wrong usage with $args", async ({ args, told }) => {
    const { error, exitCode } = await runCli(
      "plan",
      ...(args[0] === "--for" ? [] : ["--for", "rollout"]),
      "-f",
      incident("stalled-gate/held"),
      ...args,
    );
    expect(exitCode).toBe(2);
    expect(error).toContain(told);
  });
});
