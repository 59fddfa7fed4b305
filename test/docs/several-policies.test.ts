import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { Decision, NodeDecision } from "../../src/engine/decision.ts";
import { compilePolicySet } from "../../src/policies/compile-policy-set.ts";
import { decideLoaded, loadSources, readIncident } from "../support/incident-folder.ts";
import { documentsOf, tableOf } from "./read-page.ts";

// Goal: what docs/policies.md says of several policies about one subject. Method: each row's two are made and run, in
// both orders.

const text = readFileSync(join(import.meta.dirname, "../../docs/policies.md"), "utf8");
const held = loadSources(readIncident("stalled-gate/held"));
const noHandOff = loadSources(readIncident("reboot-storm/after-update-no-handoff"));
/** Of which it is not known what is loaded. */
const openNode = "prod-worker-3";

function policyOf(name: string, subject: string, rules: readonly string[]): string {
  const [outcomes, meanwhile] = [
    rules.filter((rule) => !rule.startsWith("facts")),
    rules.find((rule) => rule.startsWith("facts")),
  ];
  const lines = outcomes.map((rule, index) => `    - { name: r${index}, ${rule} }`);
  return `apiVersion: fleetwarrant.dev/v1alpha1
kind: Policy
metadata: { name: ${name} }
spec:
  subject: ${subject}
  mode: first
  rules:
${lines.join("\n")}
  otherwise: ${subject === "gate" ? "{ state: inactive, reason: NoRuleApplies }" : "{ blocked: refused, reason: NoRuleApplies }"}
${meanwhile === undefined ? "" : `  whenUnknown: [{ ${meanwhile} }]`}
`;
}

function gateRules(outcome: string): readonly string[] {
  return [`condition: "true", outcome: ${outcome.replace(" }", ", reason: WithinWindow }")}`];
}

/** `[verify]`, `refused`, `[] or [reboot]`, and after a comma what may be done meanwhile. */
function nodeRules(cell: string): readonly string[] {
  const [ways = "", meanwhile] = cell.replaceAll("`", "").split(", meanwhile ");
  const outcomes = ways.split(" or ").map((way) => {
    const what = way === "refused" ? "blocked: refused" : `obligations: ${way}`;
    return `outcome: { ${what}, reason: LoadUnproven }`;
  });
  const conditions = outcomes.length === 1 ? ["true"] : ['load == "same"', 'load == "changed"'];
  return [
    ...outcomes.map((outcome, index) => `condition: '${conditions[index]}', ${outcome}`),
    ...(meanwhile === undefined
      ? []
      : [
          `facts: [load], when: "true", outcome: { obligations: ${meanwhile}, reason: LoadUnproven }`,
        ]),
  ];
}

function decide(
  subject: "gate" | "nodeCredential",
  [one, other]: readonly [readonly string[], readonly string[]],
): Decision {
  const yaml = `${policyOf("a", subject, one)}---\n${policyOf("b", subject, other)}`;
  const compiled = compilePolicySet(documentsOf(yaml), [], { lints: false });
  if (!compiled.ok) throw new Error(JSON.stringify(compiled.problems));
  return decideLoaded(compiled.value, subject === "gate" ? held : noHandOff);
}

function textOf({ blocked, obligations }: NodeDecision): string {
  if (blocked === "refused") return "refused";
  return blocked === undefined ? `[${obligations.join(", ")}]` : "held";
}

describe("several policies about one subject", () => {
  const gates = tableOf(text, "a policy says of a gate");
  it.each(gates)("of a gate, %s and %s are told as %s", (a = "", b = "", told, deploy) => {
    for (const pair of [
      [gateRules(a), gateRules(b)],
      [gateRules(b), gateRules(a)],
    ] as const) {
      const { gates: decided, verdicts } = decide("gate", pair);
      expect({ told: decided[0]?.state, deploy: verdicts.deploy }).toEqual({ told, deploy });
    }
  });

  const nodes = tableOf(text, "a policy says of a node");
  it.each(nodes)("of a node, %s and %s are together %s", (a = "", b = "", together) => {
    for (const pair of [
      [nodeRules(a), nodeRules(b)],
      [nodeRules(b), nodeRules(a)],
    ] as const) {
      const node = decide("nodeCredential", pair).nodes.find(({ name }) => name === openNode);
      expect(node && textOf(node)).toBe(together);
    }
  });

  it("tells what would be wanted of a node that is refused", () => {
    const { nodes: decided } = decide("nodeCredential", [
      nodeRules("[reboot]"),
      nodeRules("refused"),
    ]);
    expect(decided[0]).toMatchObject({ action: "blocked", wanted: "reboot", obligations: [] });
  });

  it("tells of two alike the first by name", () => {
    const {
      gates: [gate],
    } = decide("gate", [gateRules("{ state: active }"), gateRules("{ state: active }")]);
    expect(gate?.rules).toEqual(["a/r0"]);
  });

  it("has rows", () => {
    expect(gates.length).toBeGreaterThan(2);
    expect(nodes.length).toBeGreaterThan(6);
  });
});
