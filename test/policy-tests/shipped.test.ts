import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { createFileReader } from "../../src/cli/file-reader.ts";
import { boundsOf } from "../../src/cli/inside-only.ts";
import { createTestFiles } from "../../src/cli/test-evidence.ts";
import type { PolicyTest } from "../../src/policy-tests/policy-test.ts";
import type { PolicyTestReport } from "../../src/policy-tests/policy-test-report.ts";
import { readPolicyTest } from "../../src/policy-tests/read-policy-test.ts";
import { runPolicyTests } from "../../src/policy-tests/run-policy-tests.ts";
import { documentsOf } from "./support.ts";

// Goal: the tests of the shipped policies hold for these as they are, each rule having its cases, and fail for each way of breaking one
// that matters.

const root = join(import.meta.dirname, "../..");
const folder = join(root, "src/policies/builtin");
const bounds = boundsOf(root);
if (!bounds.ok) throw new Error("there is a root");
const files = createTestFiles({
  reader: createFileReader(),
  bounds: bounds.value,
  key: { id: "test", bytes: new Uint8Array(32).fill(7) },
});

function textOf(name: string): string {
  return readFileSync(join(folder, name), "utf8");
}

const tests = new Map<string, PolicyTest>();

function testOf(policy: string): PolicyTest {
  const known = tests.get(policy);
  if (known !== undefined) return known;
  const file = `${policy}.test.yaml`;
  const [document] = documentsOf(textOf(file), join(folder, file));
  const test = document && readPolicyTest(document);
  if (test === undefined || !test.ok) throw new Error(`${file} does not read`);
  tests.set(policy, test.value);
  return test.value;
}

function reportOn(policy: string, text: string): PolicyTestReport {
  const documents = documentsOf(text, `${policy}.yaml`);
  const run = { test: testOf(policy), policies: { documents, required: new Set(documents) } };
  const report = runPolicyTests([run], { files });
  if (!report.ok) throw new Error(report.problems.map(({ message }) => message).join("\n"));
  return report.value;
}

interface Break {
  readonly why: string;
  readonly policy: string;
  readonly from: string;
  readonly to: string;
  /** A case that must fail. */
  readonly fails: string;
}

const breaks: readonly Break[] = [
  {
    why: "a lost proof is taken for a changed credential",
    policy: "registry-credential",
    from: "outcome: { obligations: [verify, reassert], reason: ImageUnproven }",
    to: "outcome: { obligations: [reboot, verify, reassert], reason: ImageUnproven }",
    fails: "without a hand-off each is proven by a pull, and nothing reboots",
  },
  {
    why: "a changed credential is waved through",
    policy: "registry-credential",
    from: 'condition: load == "changed" && effect == "reboot"',
    to: 'condition: load == "changed" && effect == "reboot" && config == "changed"',
    fails: "without a patch where its config has the declared one already, active and on disk",
  },
  {
    why: "what is configured is taken for what is loaded",
    policy: "registry-credential",
    from: 'load == "same" && config in ["same", "notCollected"] && marker == "current" && image == "proved"',
    to: 'config in ["same", "notCollected"] && marker == "current" && image == "proved"',
    fails: "a config and a proof that say so are no runtime that works with it",
  },
  {
    why: "a held node holds only itself",
    policy: "registry-credential",
    from: "      condition: ownership.held\n",
    to: "      condition: ownership.held && node.cordoned\n",
    fails: "one held node holds all of them",
  },
  {
    why: "a deadline is a minute late",
    policy: "registry-credential",
    from: "marker.pendingMinutes >= params.propagationDeadlineMinutes",
    to: "marker.pendingMinutes > params.propagationDeadlineMinutes",
    fails: "after ten it does not arrive by itself",
  },
  {
    why: "the window is a day too long",
    policy: "rollout-gate",
    from: "gate.ageDays >= params.failAgeDays",
    to: "gate.ageDays > params.failAgeDays",
    fails: "the fourteenth has outlived it, which holds deploys and no healing",
  },
  {
    why: "an expired gate denies nothing",
    policy: "rollout-gate",
    from: "outcome: { state: expired, reason: FailAgeReached, denies: [deploy, cluster-update] }",
    to: "outcome: { state: expired, reason: FailAgeReached, denies: [cluster-update] }",
    fails: "a cluster may set its own days",
  },
  {
    why: "a skipped step is always taken for a suppressed one",
    policy: "deploy-outcome",
    from: "condition: variables.skipped && !step.suppressed",
    to: "condition: variables.skipped && step.suppressed",
    fails: "without the gate the same skip denies",
  },
  {
    why: "a disk is wiped",
    policy: "node-config",
    from: 'changes.effect in ["wipe", "recreate"]',
    to: 'changes.effect in ["recreate"]',
    fails: "what wipes a disk is not either",
  },
  {
    why: "a rule that reports by itself denies",
    policy: "fleet-adoption",
    from: "outcome: { reason: FleetBehind }\n      enforcement: warn",
    to: "outcome: { reason: FleetBehind, denies: [deploy] }\n      enforcement: deny",
    fails: "the fleet that nobody stepped",
  },
  {
    why: "a timeout that is just as long is taken for too long",
    policy: "flux-blockers",
    from: "innerTimeoutSeconds > kustomization.timeoutSeconds",
    to: "innerTimeoutSeconds >= kustomization.timeoutSeconds",
    fails: "a timeout just as long does not",
  },
  {
    why: "an expired Lease is taken for a dead holder",
    policy: "node-ownership",
    from: 'condition: lease.state == "expired"',
    to: 'condition: lease.state == "expired" && size(fences.held) > 0',
    fails: "an expired Lease is no proof of death",
  },
];

describe("the tests of shipped policies", () => {
  it.each(breaks)("catch that $why", ({ policy, from, to, fails }) => {
    const text = textOf(`${policy}.yaml`);
    expect(text.split(from)).toHaveLength(2);
    const report = reportOn(policy, text.replace(from, to));
    const failed = report.tests[0]?.cases.filter(({ passed }) => !passed).map(({ name }) => name);
    expect(failed).toContain(fails);
  });

  it.each([...new Set(breaks.map(({ policy }) => policy))])("hold for %s as it is", (policy) => {
    expect(reportOn(policy, textOf(`${policy}.yaml`))).toMatchObject({ outcome: "passed" });
  });

  it("stand beside every policy that ships", () => {
    const names = readdirSync(folder);
    const policies = names.filter((name) => !name.endsWith(".test.yaml"));
    const beside = names.filter((name) => name.endsWith(".test.yaml"));
    expect(beside).toEqual(policies.map((name) => name.replace(".yaml", ".test.yaml")));
  });
});
