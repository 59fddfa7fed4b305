import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { Decision, MissingFact, NodeDecision } from "../../src/engine/decision.ts";
import { renderText } from "../../src/report/render-text.ts";
import { decisionOf, findingOf, gateOf, heldGate, nodeOf, stepOf } from "../support/decisions.ts";

const fleet = [
  "prod-control-plane-1",
  "prod-control-plane-2",
  "prod-control-plane-3",
  "prod-worker-1",
  "prod-worker-2",
  "prod-worker-3",
  "prod-worker-4",
];

const lostMarker = (name: string): NodeDecision =>
  nodeOf(name, {
    action: "reassert",
    obligations: ["reassert"],
    reason: "MarkerLost",
    message: `the proof marker of ${name} is gone; what it proved still holds`,
  });

const changed = (name: string): NodeDecision =>
  nodeOf(name, {
    action: "reboot",
    obligations: ["patch", "reboot", "verify", "reassert"],
    reason: "CredentialChanged",
    message: `the runtime of ${name} works with another credential than the declared one`,
  });

const missingLoad = (name: string): MissingFact => ({
  fact: "load",
  reasons: [
    {
      code: "NotRead",
      detail: `no runtime start of ${name}`,
      cure: `talosctl -n ${name} get services -o yaml`,
    },
    { code: "NotRead", detail: "no hand-off", cure: "-f proof.json" },
  ],
});

const undecided = (name: string): NodeDecision =>
  nodeOf(name, {
    action: "blocked",
    blocked: "unknown",
    wanted: "reboot",
    reason: "LoadUnproven",
    message: `what the runtime of ${name} works with is not proven`,
    possible: [
      { rule: "registry-credential/unproven", reason: "ImageUnproven", action: "verify" },
      { rule: "registry-credential/changed", reason: "CredentialChanged", action: "reboot" },
    ],
    missing: [missingLoad(name)],
  });

const cases: Readonly<Record<string, Decision>> = {
  "held-gate": decisionOf({
    until: "2026-08-09T00:00:00Z",
    gates: [heldGate],
    findings: [
      findingOf({
        rule: "step-suppressed",
        enforcement: "warn",
        severity: "medium",
        reason: "StepSuppressed",
        message: "skipped, as gate cilium-homogeneous-devices suppresses it",
      }),
    ],
    verdicts: {
      deploy: "allow",
      "cluster-update": "deny",
      reboot: "indeterminate",
      heal: "allow",
      "release-gate": "deny",
      "rollback-gate": "deny",
    },
  }),
  "expired-gate-clock-moved": decisionOf({
    verdict: "deny",
    evaluatedAt: "2026-08-09T00:00:00Z",
    gates: [
      {
        ...heldGate,
        state: "expired",
        reason: "FailAgeReached",
        message: "the gate has stood for 14 days",
        denies: ["deploy", "cluster-update"],
        ageDays: 14,
      },
    ],
  }),
  "fleet-lost-its-markers": decisionOf({
    nodes: fleet.map(lostMarker),
    gates: [
      gateOf({
        hold: { deployment: "kube-system/autoscaler", replicas: 1 },
        fleet: {
          daemonSet: "kube-system/cilium",
          strategy: "RollingUpdate",
          desired: 8,
          current: 8,
          stale: 0,
          ready: 8,
        },
      }),
    ],
    plan: {
      steps: [...fleet.slice(3), ...fleet.slice(0, 3)].map((node) => stepOf(node, ["reassert"])),
    },
  }),
  "not-decided": decisionOf({
    verdict: "indeterminate",
    because: "unknown",
    nodes: [
      nodeOf("prod-worker-1"),
      undecided("prod-worker-2"),
      nodeOf("prod-worker-3", {
        action: "blocked",
        blocked: "refused",
        wanted: "reboot",
        reason: "NodeApplyFailing",
        message: "the marker has not come up in 10 minutes",
      }),
      nodeOf("prod-worker-4", {
        action: "blocked",
        blocked: "unknown",
        wanted: "reboot",
        reason: "Undecided",
        possible: ["none", "reassert", "verify", "reboot"].map((action) => ({
          rule: "registry-credential/any",
          reason: "Any",
          action: action as NodeDecision["action"],
        })),
      }),
      nodeOf("prod-worker-5", {
        action: "verify",
        obligations: ["verify"],
        reason: "LoadUnproven",
        message: "a pull will tell",
        possible: [
          { rule: "registry-credential/unproven", reason: "ImageUnproven", action: "verify" },
          { rule: "registry-credential/changed", reason: "CredentialChanged", action: "reboot" },
        ],
        missing: [missingLoad("prod-worker-5")],
      }),
    ],
  }),
  "two-not-decided": decisionOf({
    verdict: "indeterminate",
    because: "unknown",
    nodes: ["prod-worker-1", "prod-worker-2"].map(undecided),
  }),
  "credential-changed-under-gate": decisionOf({
    verdict: "deny",
    intent: "reboot",
    nodes: fleet.map(changed),
    gates: [heldGate],
    disruption: { reboots: 7, restarts: 0, controlPlanes: 3, minutes: 42 },
    plan: {
      steps: fleet.map((node) =>
        stepOf(node, ["patch", "reboot", "verify", "reassert"], {
          unmet: [
            {
              guard: "GateWouldStep",
              because: "seen",
              message: "a reboot would bring up the newest revision of kube-system/cilium",
              meets: "the gate released",
            },
          ],
        }),
      ),
    },
  }),
  "guarded-plan": decisionOf({
    intent: "reboot",
    verdict: "deny",
    nodes: fleet.map(changed),
    disruption: { reboots: 3, restarts: 0, controlPlanes: 1, minutes: 18 },
    plan: {
      steps: [
        stepOf("prod-worker-1", ["patch", "reboot", "verify", "reassert"], {
          keeps: { cordon: true, taints: ["dedicated=gpu:NoSchedule"] },
        }),
        stepOf("prod-worker-2", ["reboot"], {
          unmet: [
            {
              guard: "EvictionDestinations",
              because: "unknown",
              message: "not known of any other node whether it can pull",
              meets: "a pull on another node",
              metBy: "prod-worker-1",
            },
          ],
        }),
        stepOf("prod-control-plane-1", ["reboot"], {
          unmet: [
            {
              guard: "ControlPlanePeers",
              because: "seen",
              message: "control planes not Ready: prod-control-plane-2",
              meets: "prod-control-plane-2 Ready",
            },
            {
              guard: "EtcdHealthy",
              because: "unknown",
              message: "not known of etcd on prod-control-plane-3: not read",
              meets: "talosctl -n prod-control-plane-3 etcd status",
            },
          ],
        }),
      ],
      firstGuard: { node: "prod-control-plane-1", guard: "ControlPlanePeers", because: "seen" },
      dropped: [
        { node: "prod-worker-3", why: "being deleted" },
        { node: "prod-worker-4", why: "being deleted" },
      ],
      notJudged: [
        {
          guard: "ScaleDown",
          message: "nobody says what is autoscaled",
          meets: "nodes.autoscaled",
        },
      ],
    },
  }),
  "findings-of-all-kinds": decisionOf({
    verdict: "deny",
    findings: [
      findingOf({ enforcement: "audit", name: "audited", severity: "critical" }),
      findingOf({ name: "noted", denies: [] }),
      findingOf({ name: "perhaps noted", denies: [], outcome: "unknown" }),
      findingOf({ name: "wait_flux", message: "", remediation: "run it again" }),
      findingOf({
        outcome: "unknown",
        name: "record",
        missing: [
          { fact: "step.outcome", reasons: [{ code: "Forbidden", detail: "pipeline run" }] },
        ],
      }),
      findingOf({ outcome: "error", name: "broken", message: 'no such key "x"' }),
      ...["prod-worker-1", "prod-worker-2"].map((name) =>
        findingOf({
          policy: "registry-credential",
          rule: "live-secret-differs",
          subject: "nodeCredential",
          name,
          enforcement: "warn",
          reason: "LiveSecretDiffers",
          message: `${name} would load another credential`,
        }),
      ),
    ],
  }),
  vacuous: decisionOf({
    verdict: "indeterminate",
    vacuous: true,
    verdicts: { heal: "allow" },
    counts: { ...decisionOf().counts, notApplicable: ["gates", "credentials", "pipeline"] },
  }),
};

const widths = [100, 60];

describe("renderText", () => {
  it.each(Object.keys(cases).flatMap((name) => widths.map((width) => ({ name, width }))))(
    "$name at $width columns",
    async ({ name, width }) => {
      const decision = cases[name] ?? decisionOf();
      const text = renderText(decision, { width, color: false });
      await expect(text).toMatchFileSnapshot(
        join(import.meta.dirname, "expected", `${name}.${width}.txt`),
      );
      for (const line of text.split("\n")) {
        expect(line).toBe(line.trimEnd());
        if (line.trimStart().includes(" ")) expect([...line].length).toBeLessThanOrEqual(width);
      }
    },
  );

  it("says nothing by colour alone", () => {
    for (const decision of Object.values(cases)) {
      const plain = renderText(decision, { width: 100, color: false });
      const colored = renderText(decision, { width: 100, color: true });
      expect(colored).toContain("\u001b[1");
      // biome-ignore lint/suspicious/noControlCharactersInRegex: the sequences are what is taken out
      expect(colored.replaceAll(/\u001b\[[\d;]*m/g, "")).toBe(plain);
    }
  });

  it("lets no text from data drive the terminal", () => {
    const hostile = "a\u001b[2Jb\u0007\r\nc\u202ed\u2066e\u009b31m";
    const decision = decisionOf({
      nodes: [nodeOf(hostile, { reason: hostile, message: hostile })],
      gates: [
        {
          ...heldGate,
          name: hostile,
          message: hostile,
          remediation: hostile,
          suppresses: [hostile],
        },
      ],
      findings: [findingOf({ name: hostile, message: hostile, remediation: hostile })],
    });
    for (const width of widths) {
      const text = renderText(decision, { width, color: false });
      // biome-ignore lint/suspicious/noControlCharactersInRegex: none of these may be left
      expect(text).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202e\u2066]/);
      expect(text).toContain("a\\u001b[2Jb\\u0007\\u000d\\nc\\u202ed\\u2066e\\u009b31m");
    }
  });

  it("tells once what a gate's own questions tell, unless it was asked for", () => {
    const finding = findingOf({
      subject: "gatedFleet",
      name: heldGate.name,
      reason: "FleetNotUpdated",
      denies: ["release-gate"],
    });
    const told = { gates: [heldGate], findings: [finding] };
    const options = { width: 100, color: false };
    expect(renderText(decisionOf(told), options)).not.toContain("FINDINGS");
    expect(renderText(decisionOf({ ...told, intent: "release-gate" }), options)).toContain(
      "DENY release-gate",
    );
  });

  it("names at most fifty of many equal nodes", () => {
    const nodes = Array.from({ length: 51 }, (_, index) => lostMarker(`node-${index}`));
    const text = renderText(decisionOf({ nodes }), { width: 100, color: false });
    expect(text).toContain("51 × reassert");
    expect(text).toMatch(/node-49 and\s+1 more/);
  });
});
