import {
  copyFileSync,
  cpSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { Decision } from "../../src/engine/decision.ts";
import { fixtures, runCli } from "../support/run-cli.ts";

// The two incidents end to end: raw files in, what an owner must be told out.

async function decide(
  folder: string,
  ...flags: readonly string[]
): Promise<{ decision: Decision; exitCode: number; text: string }> {
  const files = ["-f", join(fixtures, "incidents", folder)];
  const json = await runCli("eval", ...files, ...flags, "-o", "json");
  const text = await runCli("eval", ...files, ...flags);
  expect(json.error.replace(/^.*random key.*\n/m, ""), json.error).not.toContain("error");
  return { decision: JSON.parse(json.out) as Decision, exitCode: json.exitCode, text: text.out };
}

function gateOf({ gates }: Decision) {
  expect(gates).toHaveLength(1);
  const [gate] = gates;
  if (gate === undefined) throw new Error("no gate was judged");
  return gate;
}

function actionsOf({ nodes }: Decision): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { action } of nodes) counts[action] = (counts[action] ?? 0) + 1;
  return counts;
}

describe("the stalled gate", () => {
  it("held: day 11, expiring, stalled, unsafe to release or roll back; the deploy goes on with a warning", async () => {
    const { decision, exitCode, text } = await decide("stalled-gate/held");
    const gate = gateOf(decision);
    expect(gate).toMatchObject({
      state: "expiring",
      activatedOn: "2026-07-26",
      ageDays: 11,
      warnsAt: "2026-08-02T00:00:00Z",
      failsAt: "2026-08-09T00:00:00Z",
      stalled: true,
      suppresses: ["cluster_update"],
      hold: { replicas: 0, remembered: "1" },
    });
    expect(gate.fleet).toMatchObject({
      desired: 9,
      current: 0,
      stale: 9,
      ready: 9,
      strategy: "OnDelete",
    });
    expect(gate.release).toMatchObject({
      allowed: false,
      unmet: ["FleetNotUpdated"],
      unknown: ["CandidateTemplate"],
    });
    expect(gate.rollback).toMatchObject({ allowed: false, unmet: ["RollbackReplacesPods"] });
    const suppressed = decision.findings.find(({ reason }) => reason === "StepSuppressed");
    expect(suppressed).toMatchObject({
      name: "cluster_update",
      outcome: "fail",
      enforcement: "warn",
    });
    expect(decision.verdict).toBe("allow");
    expect(exitCode).toBe(0);
    expect(text).toContain("v1.20.0-rc.0");
    expect(text).toContain("spire");
  });

  it.each([
    {
      now: "2026-07-25T23:00:00Z",
      state: "invalid",
      reason: "ActivationInFuture",
      exit: 1,
      why: "the marker lies ahead of the clock",
    },
    {
      now: "2026-08-01T12:00:00Z",
      state: "active",
      reason: "WithinWindow",
      exit: 0,
      why: "inside the window",
    },
    {
      now: "2026-08-01T23:59:59Z",
      state: "active",
      reason: "WithinWindow",
      exit: 0,
      why: "a second before the warn bound",
    },
    {
      now: "2026-08-02T00:00:00Z",
      state: "expiring",
      reason: "WarnAgeReached",
      exit: 0,
      why: "on the warn bound",
    },
    {
      now: "2026-08-08T23:59:59Z",
      state: "expiring",
      reason: "WarnAgeReached",
      exit: 0,
      why: "a second before the fail bound",
    },
    {
      now: "2026-08-09T00:00:00Z",
      state: "expired",
      reason: "FailAgeReached",
      exit: 1,
      why: "on the fail bound",
    },
  ])("held, judged at $now: $state, exit $exit ($why)", async ({ now, state, reason, exit }) => {
    const { decision, exitCode, text } = await decide("stalled-gate/held", "--now", now);
    expect(gateOf(decision)).toMatchObject({ state, reason });
    expect(exitCode).toBe(exit);
    expect(decision.verdict).toBe(exit === 0 ? "allow" : "deny");
    expect(text).toMatch(/clock/i);
  });

  it("held: the suppressed cluster update itself is denied, and healing never is", async () => {
    const update = await decide("stalled-gate/held", "--intent", "cluster-update");
    expect([update.decision.verdict, update.exitCode]).toEqual(["deny", 1]);
    const heal = await decide(
      "stalled-gate/held",
      "--intent",
      "heal",
      "--now",
      "2026-08-09T00:00:00Z",
    );
    expect([heal.decision.verdict, heal.exitCode]).toEqual(["allow", 0]);
    expect(gateOf(heal.decision).release).toMatchObject({
      unmet: ["FleetNotUpdated"],
      unknown: ["CandidateTemplate"],
    });
  });

  it("declared only: two files and a day tell where the gate stands", async () => {
    const { decision, exitCode } = await decide(
      "stalled-gate/declared-only",
      "--now",
      "2026-08-06T12:00:00Z",
    );
    expect(gateOf(decision)).toMatchObject({
      state: "expiring",
      ageDays: 11,
      failsAt: "2026-08-09T00:00:00Z",
    });
    expect(gateOf(decision).fleet).toBeUndefined();
    expect(decision.counts.notApplicable).toContain("fleet of gate cilium-homogeneous-devices");
    expect(exitCode).toBe(0);
  });

  it("released: inactive, the fleet current, the autoscaler restored", async () => {
    const { decision, exitCode } = await decide("stalled-gate/released");
    const gate = gateOf(decision);
    expect(gate).toMatchObject({
      state: "inactive",
      stalled: false,
      fleet: { desired: 8, current: 8, stale: 0 },
      hold: { replicas: 1 },
    });
    expect(gate.hold?.remembered).toBeUndefined();
    expect(decision.verdict).toBe("allow");
    expect(exitCode).toBe(0);
  });
});

describe("the reboot storm", () => {
  const workersFirst = [
    "prod-worker-1",
    "prod-worker-2",
    "prod-worker-3",
    "prod-worker-4",
    "prod-control-plane-1",
    "prod-control-plane-2",
    "prod-control-plane-3",
  ];

  it("stage: seven nodes proven, nothing to do", async () => {
    const { decision, exitCode } = await decide("reboot-storm/stage");
    expect(actionsOf(decision)).toEqual({ none: 7 });
    expect(decision.plan.steps).toEqual([]);
    expect(exitCode).toBe(0);
  });

  it("update-pending: told the evening before that the update would take all proofs away", async () => {
    const { decision, exitCode } = await decide("reboot-storm/update-pending");
    expect(actionsOf(decision)).toEqual({ none: 6, patch: 1 });
    expect(decision.disruption).toMatchObject({ reboots: 0, restarts: 0 });
    const dropped = decision.findings.filter(({ reason }) => reason === "ProofWouldBeDropped");
    expect(dropped.map(({ name }) => name).sort()).toEqual(
      decision.nodes.map(({ name }) => name).sort(),
    );
    const [patched] = decision.nodes.filter(({ action }) => action === "patch");
    expect(patched).toMatchObject({ name: "prod-worker-3", reason: "ConfigNeedsPatch" });
    expect(patched?.message).toContain("/machine/sysctls/vm.max_map_count");
    expect(exitCode).toBe(0);
  });

  it.each([
    { folder: "after-update" },
    { folder: "marker-vanishing" },
    { folder: "live-secret-differs" },
  ])(
    "$folder: zero reboots, seven proofs reasserted, workers before control planes",
    async ({ folder }) => {
      const { decision, exitCode } = await decide(`reboot-storm/${folder}`);
      expect(actionsOf(decision)).toEqual({ reassert: 7 });
      expect(new Set(decision.nodes.map(({ reason }) => reason))).toEqual(new Set(["MarkerLost"]));
      expect(decision.disruption).toMatchObject({ reboots: 0, restarts: 0, controlPlanes: 0 });
      expect(decision.plan.steps.map(({ node }) => node)).toEqual(workersFirst);
      expect(exitCode).toBe(0);
      const reasons = decision.findings.map(({ reason }) => reason);
      expect(reasons.includes("LiveSecretDiffers")).toBe(folder === "live-secret-differs");
    },
  );

  it("after-update without hand-off: five verified, two held with what would decide; no reboot", async () => {
    const { decision, exitCode, text } = await decide("reboot-storm/after-update-no-handoff");
    expect(actionsOf(decision)).toEqual({ verify: 5, blocked: 2 });
    const held = decision.nodes.filter(({ action }) => action === "blocked");
    for (const node of held) {
      expect(node.blocked).toBe("unknown");
      expect(node.missing?.map(({ fact }) => fact)).toEqual(["load"]);
      expect(
        node.missing?.flatMap(({ reasons }) => reasons.map(({ cure }) => cure ?? "")).join(" "),
      ).toContain("talosctl");
    }
    expect(decision.disruption.reboots).toBe(0);
    expect(exitCode).toBe(3);
    expect(text).toContain("talosctl");
  });

  it("after-update without hand-off, whenUnproven=reboot: the script's behaviour for those two", async () => {
    const { decision } = await decide(
      "reboot-storm/after-update-no-handoff",
      "--param",
      "whenUnproven=reboot",
    );
    expect(actionsOf(decision)).toEqual({ verify: 5, reboot: 2 });
  });

  it("one node replaced: it alone reboots", async () => {
    const { decision, exitCode } = await decide("reboot-storm/one-node-replaced");
    expect(actionsOf(decision)).toEqual({ reboot: 1, reassert: 6 });
    expect(decision.nodes.find(({ action }) => action === "reboot")?.name).toBe("prod-worker-2");
    expect(exitCode).toBe(0);
  });

  it("credential changed: seven reboots, each with patch, verify and reassert, counted as disruption", async () => {
    const { decision, exitCode } = await decide("reboot-storm/credential-changed");
    expect(actionsOf(decision)).toEqual({ reboot: 7 });
    for (const { obligations, evidence } of decision.nodes) {
      expect(obligations).toEqual(["patch", "reboot", "verify", "reassert"]);
      expect(evidence.length).toBeGreaterThan(0);
    }
    expect(decision.disruption).toEqual({ reboots: 7, restarts: 0, controlPlanes: 3, minutes: 42 });
    expect(exitCode).toBe(0);
  });

  it("credential changed under the held gate: the same obligations, and no step may run", async () => {
    const { decision } = await decide("reboot-storm/credential-changed-under-gate");
    expect(actionsOf(decision)).toEqual({ reboot: 7 });
    expect(decision.plan.steps).toHaveLength(7);
    for (const { unmet } of decision.plan.steps)
      expect(unmet[0]).toMatchObject({ guard: "GateWouldStep", because: "seen" });
    const reboot = await decide("reboot-storm/credential-changed-under-gate", "--intent", "reboot");
    expect([reboot.decision.verdict, reboot.exitCode]).toEqual(["deny", 1]);
  });
});

describe("what cannot be decided", () => {
  it("mistakes: all of them in one run, each with its place and what to do, and no secret", async () => {
    const { exitCode, out, error } = await runCli("eval", "-f", join(fixtures, "hostile/mistakes"));
    expect(exitCode).toBe(2);
    expect(out).toBe("");
    const told = error.split("\n").filter((line) => /^\S+:\d+:\d+: [A-Z_]+: /.test(line));
    expect(
      told.map((line) => line.replace(/^.*\/([^/:]+):(\d+):(\d+): ([A-Z_]+): .*$/, "$1:$2:$3 $4")),
    ).toEqual([
      "node-annotation.yaml:8:8 SNAPSHOT_ANNOTATION_NOT_STRING",
      "nodes.json:147:5 SNAPSHOT_DUPLICATE_NODE",
      "secret.yaml:1:1 SNAPSHOT_SECRET_REFUSED",
      "unknown.yaml:1:1 SNAPSHOT_UNRECOGNIZED",
    ]);
    expect(error).toContain("help: ");
    const secret = "planted-secret-value-123456";
    for (const form of [secret, Buffer.from(secret).toString("base64"), secret.slice(0, 8)])
      expect(error).not.toContain(form);
  });

  it("an empty folder: nothing was judged, which is no pass", async () => {
    const folder = mkdtempSync(join(tmpdir(), "empty-"));
    const { exitCode, out } = await runCli("eval", "-f", folder, "-o", "json");
    expect(exitCode).toBe(4);
    expect(JSON.parse(out)).toMatchObject({
      verdict: "indeterminate",
      vacuous: true,
      verdicts: {},
    });
  });

  it("a profile that names credentials, and no nodes: not vacuous but indeterminate, with what to bring", async () => {
    const folder = mkdtempSync(join(tmpdir(), "profile-only-"));
    copyFileSync(
      join(fixtures, "incidents/reboot-storm/stage/profile.yaml"),
      join(folder, "profile.yaml"),
    );
    const { exitCode } = await runCli("eval", "-f", folder);
    expect(exitCode).toBe(3);
  });
});

describe("the smallest useful inputs", () => {
  it("nodes, the encrypted Secret, the desired image and a hand-off answer alone, where the profile asks for no more", async () => {
    const folder = mkdtempSync(join(tmpdir(), "smallest-"));
    const from = join(fixtures, "incidents/reboot-storm/after-update");
    for (const name of ["nodes.json", "runtime-proof.json", "manifest.yaml", "git"])
      cpSync(join(from, name), join(folder, name), { recursive: true });
    const profile = readFileSync(join(from, "profile.yaml"), "utf8");
    const smaller = profile
      .replace(/^ {8}secret:\n(?: {10}.*\n)+/m, "")
      .replace(/^ {6}live:\n(?: {8}.*\n)+/m, "")
      .replace(/^ {4}talosCollected: true\n/m, "");
    expect(smaller.length).toBeLessThan(profile.length - 200);
    writeFileSync(join(folder, "profile.yaml"), smaller);
    const { out, exitCode } = await runCli("eval", "-f", folder, "-o", "json");
    expect(actionsOf(JSON.parse(out) as Decision)).toEqual({ reassert: 7 });
    expect(exitCode).toBe(0);
  });
});

describe("other ways in", () => {
  it("standard evidence and a Git checkout given apart come to the same decision", async () => {
    const held = join(fixtures, "incidents/stalled-gate/held");
    const files = readdirSync(held)
      .filter((name) => name !== "git")
      .flatMap((name) => ["-f", join(held, name)]);
    const apart = await runCli("eval", ...files, "--git", join(held, "git"), "-o", "json");
    const together = await runCli("eval", "-f", held, "-o", "json");
    expect(apart.out).toBe(together.out);
    expect(apart.exitCode).toBe(0);
  });

  it("a snapshot that was printed decides as the files did", async () => {
    const held = join(fixtures, "incidents/stalled-gate/held");
    const folder = mkdtempSync(join(tmpdir(), "snapshot-"));
    const printed = await runCli("snapshot", "-f", held);
    writeFileSync(join(folder, "anything.json"), printed.out);
    const again = await runCli(
      "eval",
      "-f",
      folder,
      "--profile",
      join(held, "profile.yaml"),
      "-o",
      "json",
    );
    const together = await runCli("eval", "-f", held, "-o", "json");
    expect(again.out).toBe(together.out);
  });
});
