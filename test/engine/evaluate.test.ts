import { describe, expect, it } from "vitest";
import type { Decision } from "../../src/engine/decision.ts";
import { evaluate } from "../../src/engine/evaluate.ts";
import type { Snapshot } from "../../src/snapshot/snapshot.ts";
import { type Loaded, loadSources, readIncident } from "../support/incident-folder.ts";
import { policiesOf } from "../support/inline-policy.ts";
import { shippedPolicies } from "../support/shipped-policies.ts";

// How results become decisions and verdicts: user policies over the incidents' snapshots.

const noHandOff = loadSources(readIncident("reboot-storm/after-update-no-handoff"));
const stage = loadSources(readIncident("reboot-storm/stage"));
const held = loadSources(readIncident("stalled-gate/held"));
/** Its load is not known: no hand-off, no marker, no runtime times. */
const open = "prod-worker-3";

function decide({ snapshot, profile }: Loaded, specs: Readonly<Record<string, string>>): Decision {
  return evaluate(policiesOf(specs), snapshot, profile);
}

/** The same, with a Talos version on the open node that nobody can read. */
function withoutVersion(snapshot: Snapshot): Snapshot {
  const key = `v1/Node//${open}`;
  const text = JSON.stringify(snapshot.objects[key]).replace("Talos (v1.13.8)", "Talos (some day)");
  const { [open]: record, ...talos } = snapshot.talos ?? {};
  const { version: _, ...rest } = record ?? {};
  return {
    ...snapshot,
    objects: { ...snapshot.objects, [key]: JSON.parse(text) },
    talos: { ...talos, [open]: rest },
  };
}

function nodeOf(decision: Decision, name: string) {
  const node = decision.nodes.find((each) => each.name === name);
  if (node === undefined) throw new Error(`${name} was not judged`);
  return node;
}

const reassertIfSame = `
subject: nodeCredential
mode: first
rules:
  - {name: same, condition: load == "same", outcome: {obligations: [reassert], reason: Same}}
otherwise: {blocked: refused, reason: NotSame}
`;
const verifyAll = `
subject: nodeCredential
mode: first
rules:
  - {name: all, condition: node.name != "", outcome: {obligations: [verify], reason: Always}}
otherwise: {blocked: refused, reason: NoRuleApplies}
`;
const refuseAll = `
subject: nodeCredential
mode: first
rules:
  - {name: all, condition: node.name != "", outcome: {blocked: refused, reason: Frozen}, message: the fleet is frozen}
otherwise: {blocked: refused, reason: NoRuleApplies}
`;

describe("one node, one decision", () => {
  it("is held, not refused, where only one of the ways refuses", () => {
    const node = nodeOf(decide(noHandOff, { one: reassertIfSame }), open);
    expect(node).toMatchObject({ action: "blocked", blocked: "unknown", reason: "Undecided" });
    expect(node.possible?.map(({ reason }) => reason)).toEqual(["Same", "NotSame"]);
    expect(node.missing?.map(({ fact }) => fact)).toEqual(["load"]);
  });

  it("is refused where every way refuses, though one policy is open: a refusal settles it", () => {
    const node = nodeOf(decide(noHandOff, { one: reassertIfSame, two: refuseAll }), open);
    expect(node).toMatchObject({
      action: "blocked",
      blocked: "refused",
      reason: "Frozen",
      message: "the fleet is frozen",
      wanted: "reassert",
    });
  });

  it("unites what policies ask for, and never lowers an action", () => {
    const node = nodeOf(decide(stage, { one: reassertIfSame, two: verifyAll }), open);
    expect(node).toMatchObject({
      action: "verify",
      obligations: ["verify", "reassert"],
      reason: "Always",
    });
    expect(node.rules).toEqual(["one/same", "two/all"]);
  });

  it("is held as a whole where one policy is open, whatever the other asks for", () => {
    const node = nodeOf(decide(noHandOff, { one: reassertIfSame, two: verifyAll }), open);
    expect(node).toMatchObject({ action: "blocked", blocked: "unknown" });
  });

  it("is blocked by an error of a rule that was reached, and the verdict says whose fault it is", () => {
    const decision = decide(stage, {
      broken: `
subject: nodeCredential
mode: first
rules:
  - {name: broken, condition: 1 / (size(node.name) - size(node.name)) == 1, outcome: {obligations: [], reason: Never}}
otherwise: {obligations: [], reason: Fine}
`,
    });
    expect(nodeOf(decision, open)).toMatchObject({
      action: "blocked",
      blocked: "error",
      reason: "RuleFailed",
    });
    expect(decision).toMatchObject({ verdict: "indeterminate", because: "error" });
  });
});

describe("what may be done meanwhile", () => {
  const withMeanwhile = (outcome: string): string => `
subject: nodeCredential
mode: first
rules:
  - {name: same, condition: load == "same", outcome: {obligations: [], reason: Same}}
  - {name: changed, condition: load == "changed", outcome: ${outcome}}
otherwise: {blocked: refused, reason: NoRuleApplies}
whenUnknown:
  - {facts: [load], when: 'true', outcome: {obligations: [verify], reason: LoadUnproven}, message: look again}
`;

  it("is done while only its facts are missing, and leave is given for it", () => {
    const decision = decide(noHandOff, {
      one: withMeanwhile("{obligations: [verify, reassert], reason: Changed}"),
    });
    const node = nodeOf(decision, open);
    expect(node).toMatchObject({
      action: "verify",
      obligations: ["verify"],
      reason: "LoadUnproven",
      message: "look again",
    });
    expect(node.missing?.map(({ fact }) => fact)).toEqual(["load"]);
    expect(decision.verdict).toBe("allow");
  });

  it("is not done where a rule may refuse", () => {
    const node = nodeOf(
      decide(noHandOff, { one: withMeanwhile("{blocked: refused, reason: Changed}") }),
      open,
    );
    expect(node).toMatchObject({ action: "blocked", blocked: "unknown" });
  });

  it("is not done where another fact is missing as well", () => {
    const policy = withMeanwhile("{obligations: [verify, reassert], reason: Changed}").replace(
      'load == "changed"',
      'load == "changed" && effect == "reboot"',
    );
    const { snapshot, profile } = noHandOff;
    const node = nodeOf(
      evaluate(policiesOf({ one: policy }), withoutVersion(snapshot), profile),
      open,
    );
    expect(node.missing?.map(({ fact }) => fact)).toEqual(["load", "effect"]);
    expect(node).toMatchObject({ action: "blocked", blocked: "unknown" });
  });
});

const gatePolicy = (rules: string, otherwise = "{state: inactive, reason: Otherwise}"): string => `
subject: gate
mode: first
rules:
${rules}
otherwise: ${otherwise}
`;
const failing =
  "  - {name: broken, condition: 1 / (size(gate.name) - size(gate.name)) == 1, outcome: {state: inactive, reason: Never}}";

describe("verdicts", () => {
  it("are indeterminate where an error hides a rule that could deny", () => {
    const denying = `${failing}\n  - {name: old, condition: gate.declared, outcome: {state: expired, reason: Old, denies: [deploy]}}`;
    const decision = decide(held, { one: gatePolicy(denying) });
    expect(decision).toMatchObject({ verdict: "indeterminate", because: "error" });
    expect(decision.verdicts.heal).toBe("allow");
    expect(decision.gates[0]).toMatchObject({ state: "indeterminate", reason: "RuleFailed" });
  });

  it("name the part that failed, and none of which the failure did not matter", () => {
    const condition =
      "(1 / (size(gate.name) - size(gate.name)) == 1 || true) && [1][size(gate.name)] == 1";
    const rule = `  - {name: broken, condition: '${condition}', outcome: {state: inactive, reason: Never}}`;
    expect(decide(held, { one: gatePolicy(rule) }).gates[0]?.message).toMatch(
      /no element at index \d+, in `\[1\]\[size\(gate\.name\)\]`$/,
    );
  });

  it("are given where an error hides nothing that could deny", () => {
    expect(decide(held, { one: gatePolicy(failing) }).verdict).toBe("allow");
  });

  it("follow what an outcome denies, whatever its state is called", () => {
    const rule =
      "  - {name: up, condition: gate.declared, outcome: {state: active, reason: Up, denies: [heal]}, message: it is up}";
    const decision = decide(held, { one: gatePolicy(rule) });
    expect(decision.verdicts).toMatchObject({ deploy: "allow", heal: "deny" });
    expect(decision.gates[0]?.denies).toEqual(["heal"]);
  });

  it("are not denied by rules that only warn", () => {
    const rule =
      "  - {name: up, condition: gate.declared, outcome: {state: expired, reason: Up, denies: [deploy]}, enforcement: warn}";
    expect(decide(held, { one: gatePolicy(rule) }).verdict).toBe("allow");
  });

  it("tell a gate by the most alarming of its policies", () => {
    const active = gatePolicy(
      "  - {name: up, condition: gate.declared, outcome: {state: active, reason: Up}}",
    );
    const expired = gatePolicy(
      "  - {name: up, condition: gate.declared, outcome: {state: expired, reason: Old, denies: [deploy]}}",
    );
    for (const specs of [
      { a: active, b: expired },
      { a: expired, b: active },
    ]) {
      const decision = decide(held, specs);
      expect(decision.gates).toMatchObject([{ state: "expired", reason: "Old" }]);
      expect(decision.verdict).toBe("deny");
    }
  });

  it("stay open while a fact that a denial hangs on is missing", () => {
    const rule =
      "  - {name: up, condition: gate.declared, outcome: {state: expired, reason: Up, denies: [deploy]}}";
    const { snapshot, profile } = held;
    const decision = evaluate(
      policiesOf({ one: gatePolicy(rule) }),
      { ...snapshot, git: { files: {} } },
      profile,
    );
    expect(decision).toMatchObject({ verdict: "indeterminate", because: "unknown" });
    expect(decision.gates[0]).toMatchObject({ state: "indeterminate" });
    expect(decision.gates[0]?.missing?.length).toBeGreaterThan(0);
  });

  it("are vacuous for an intent that nothing judged bears on", () => {
    const { snapshot, profile } = held;
    const decision = evaluate(shippedPolicies(), snapshot, profile, { intent: "reboot" });
    expect(decision).toMatchObject({ verdict: "indeterminate", vacuous: true });
    expect(Object.keys(decision.verdicts)).not.toContain("reboot");
  });

  it("are open while nodes are not all listed", () => {
    const { snapshot, profile } = stage;
    const decision = evaluate(shippedPolicies(), { ...snapshot, coverage: [] }, profile);
    expect(decision.verdict).toBe("indeterminate");
  });
});

describe("audit rules", () => {
  const audited = gatePolicy(`
  - {name: seen, condition: gate.declared, outcome: {state: expired, reason: Seen, denies: [deploy]}, enforcement: audit, message: it is declared}
  - {name: up, condition: gate.declared, outcome: {state: active, reason: Up}}`);

  it("report by themselves, deny nothing and take no match away from the rules below", () => {
    const decision = decide(held, { one: audited });
    expect(decision.findings).toMatchObject([
      { rule: "seen", outcome: "fail", enforcement: "audit", message: "it is declared" },
    ]);
    expect(decision.gates).toMatchObject([{ state: "active", reason: "Up" }]);
    expect(decision.verdict).toBe("allow");
  });
});

describe("modes", () => {
  it("are refused where a subject cannot have one outcome", () => {
    const spec =
      "subject: step\nmode: first\nrules:\n  - {name: a, condition: 'true', outcome: {reason: Always, denies: [deploy]}}\notherwise: {reason: Else}";
    expect(() => policiesOf({ one: spec })).toThrow(/what rules say of it are findings/);
  });
});

describe("denials", () => {
  it("count for any intent that a rule names, whatever the rule is about", () => {
    const rule =
      "  - {name: up, condition: gate.declared, outcome: {state: active, reason: Up, denies: [reboot, release-gate]}}";
    const { snapshot, profile } = loadSources(readIncident("stalled-gate/declared-only"));
    for (const intent of ["reboot", "release-gate"] as const) {
      const decision = evaluate(policiesOf({ one: gatePolicy(rule) }), snapshot, profile, {
        intent,
      });
      expect(decision).toMatchObject({ verdict: "deny", vacuous: false });
    }
  });
});
