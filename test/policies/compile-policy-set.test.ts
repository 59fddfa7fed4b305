import { describe, expect, it } from "vitest";
import type { PolicySet } from "../../src/engine/policy.ts";
import type { Problem } from "../../src/input/problem.ts";
import { readDocuments } from "../../src/input/read-documents.ts";
import { compilePolicySet } from "../../src/policies/compile-policy-set.ts";
import type { ParamSetting } from "../../src/policies/policy-settings.ts";

const head = `apiVersion: fleetwarrant.dev/v1alpha1
kind: Policy
metadata: {name: example}
spec:
`;

/** A gate policy whose lines from the fifth on are given. */
function gatePolicy(spec: string): string {
  return `${head}${spec}`;
}

function compile(
  text: string,
  settings: readonly ParamSetting[] = [],
): PolicySet | readonly Problem[] {
  const read = readDocuments({ file: "policy.yaml", text });
  if (!read.ok) throw new Error(read.problems[0]?.message);
  const compiled = compilePolicySet(read.value, settings);
  return compiled.ok ? compiled.value : compiled.problems;
}

function problemsOf(text: string, settings: readonly ParamSetting[] = []): readonly Problem[] {
  const result = compile(text, settings);
  if (!("policies" in result)) return result;
  throw new Error("the policy compiles");
}

const sound = `  subject: gate
  mode: first
  rules:
    - name: off
      condition: '!gate.declared'
      outcome: {state: inactive, reason: NotDeclared}
  otherwise: {state: invalid, reason: NoRuleApplies}
`;

describe("compilePolicySet", () => {
  it("takes a sound policy", () => {
    expect(compile(gatePolicy(sound))).toMatchObject({
      policies: [{ name: "example", subject: "gate", mode: "first" }],
    });
  });

  it.each([
    {
      why: "a misspelt fact, at its column inside a quoted scalar",
      from: "'!gate.declared'",
      to: "'!gate.declred'",
      code: "EXPRESSION_UNKNOWN_NAME",
      place: [9, 20],
      help: "gate.declared",
    },
    {
      why: "a misspelt fact in a folded block, on the line it stands on",
      from: "'!gate.declared'",
      to: ">-\n        gate.declared ||\n        gate.refrenced",
      code: "EXPRESSION_UNKNOWN_NAME",
      place: [11, 9],
      help: "gate.referenced",
    },
    {
      why: "a word that the fact never is",
      from: "'!gate.declared'",
      to: `gate.marker == "mising"`,
      code: "EXPRESSION_TYPE",
      place: [9, 33],
      help: "missing",
    },
    {
      why: "a condition that is no condition",
      from: "'!gate.declared'",
      to: "gate.name",
      code: "EXPRESSION_TYPE",
      place: [9, 18],
    },
    {
      why: "a comparison of what may be absent, without a guard",
      from: "'!gate.declared'",
      to: "gate.ageDays > 3",
      code: "EXPRESSION_UNGUARDED",
      place: [9, 18],
    },
    {
      why: "an outcome of another subject",
      from: "{state: inactive, reason: NotDeclared}",
      to: "{state: inactive, obligations: [reboot], reason: NotDeclared}",
      code: "POLICY_OUTCOME_INVALID",
      place: [10, 34],
    },
    {
      why: "a gate outcome without a state",
      from: "{state: inactive, reason: NotDeclared}",
      to: "{reason: NotDeclared}",
      code: "POLICY_OUTCOME_INVALID",
      place: [10, 16],
    },
    {
      why: "no otherwise in mode first: a state that no rule speaks for",
      from: "  otherwise: {state: invalid, reason: NoRuleApplies}\n",
      to: "",
      code: "POLICY_OUTCOME_INVALID",
      place: [6, 9],
    },
    {
      why: "a key that a policy does not have",
      from: "  mode: first\n",
      to: "  mode: first\n  modes: first\n",
      code: "POLICY_INVALID",
      place: [7, 3],
      help: "mode",
    },
    {
      why: "a condition that asks for ignorance",
      from: "'!gate.declared'",
      to: "known(gate.declared)",
      code: "EXPRESSION_UNKNOWN_NAME",
      place: [9, 18],
    },
  ])("reports $why", ({ from, to, code, place, help }) => {
    const text = gatePolicy(sound);
    expect(text).toContain(from);
    const [problem, ...others] = problemsOf(text.replace(from, to));
    expect(others).toEqual([]);
    expect(problem).toMatchObject({
      code,
      position: { file: "policy.yaml", line: place[0], column: place[1] },
    });
    if (help !== undefined) expect(JSON.stringify(problem)).toContain(help);
  });

  it("reports all mistakes of all documents in one run, in order", () => {
    const broken = gatePolicy(
      sound.replace("!gate.declared", "!gate.declred && gate.nam == gate.name"),
    );
    const problems = problemsOf(`${broken}---\n${broken.replace("name: example", "name: other")}`);
    expect(problems.map(({ code, position }) => [code, position?.line])).toEqual([
      ["EXPRESSION_UNKNOWN_NAME", 9],
      ["EXPRESSION_UNKNOWN_NAME", 9],
      ["EXPRESSION_UNKNOWN_NAME", 21],
      ["EXPRESSION_UNKNOWN_NAME", 21],
    ]);
  });

  it("reports two policies of one name", () => {
    const problems = problemsOf(`${gatePolicy(sound)}---\n${gatePolicy(sound)}`);
    expect(problems).toMatchObject([
      {
        code: "POLICY_DUPLICATE_NAME",
        position: { line: 15 },
        help: "the first is at `policy.yaml:3`",
      },
    ]);
  });

  it("reports two rules and two variables of one name, with the place of the first", () => {
    const rule = `    - {name: off, condition: variables.on, outcome: {state: active, reason: WithinWindow}}
  otherwise`;
    const variables = `  variables:
    - {name: on, expression: gate.declred}
    - {name: on, expression: gate.declared}
  rules:`;
    const text = sound.replace("  otherwise", rule).replace("  rules:", variables);
    const found = problemsOf(gatePolicy(text)).filter(
      ({ code }) => code === "POLICY_DUPLICATE_NAME",
    );
    expect(found).toMatchObject([
      { position: { line: 9, column: 14 }, help: "the first is at `policy.yaml:8`" },
      { position: { line: 14, column: 14 }, help: "the first is at `policy.yaml:11`" },
    ]);
  });

  it.each([
    {
      why: "one that is declared below",
      expression: "!variables.late",
      message: "unknown name `variables.late`: it is declared below",
      help: "variables may use those above them: move `late` up",
    },
    {
      why: "itself",
      expression: "gate.referenced || variables.early",
      message: "unknown name `variables.early`: a variable cannot use itself",
      help: "variables may use those above them",
    },
    {
      why: "one that is nowhere",
      expression: "!variables.lat",
      message: "unknown name `variables.lat`",
      help: undefined,
    },
  ])("reports a variable that uses $why", ({ expression, message, help }) => {
    const variables = `  variables:
    - {name: early, expression: '${expression}'}
    - {name: late, expression: gate.declared}
  rules:`;
    const text = sound
      .replace("  rules:", variables)
      .replace("!gate.declared", "variables.early && variables.late");
    const [problem, ...others] = problemsOf(gatePolicy(text));
    expect(others).toEqual([]);
    expect(problem).toMatchObject({ code: "EXPRESSION_UNKNOWN_NAME", message });
    if (help !== undefined) expect(problem?.help).toBe(help);
  });
});

const withParams = gatePolicy(
  sound.replace(
    "  rules:\n",
    `  params:
    type: object
    properties:
      days: {type: integer, minimum: 1, maximum: 30, default: 7}
      more: {type: integer, default: 14}
      how: {enum: [softly, firmly], default: softly}
  paramValidations:
    - {expression: params.more >= params.days, message: more is less than days}
  rules:
    - name: used
      condition: gate.referenced
      outcome: {state: inactive, reason: NotDeclared}
      message: "{{ params.days }} {{ params.more }} {{ params.how }}"
`,
  ),
);

describe("params", () => {
  it.each<{ name: string; value: string; code: string; why: string }>([
    {
      name: "days",
      value: "08",
      code: "POLICY_PARAM_INVALID",
      why: "08 is no integer: the script took it for zero and passed",
    },
    { name: "days", value: "0", code: "POLICY_PARAM_INVALID", why: "below the minimum" },
    { name: "days", value: "31", code: "POLICY_PARAM_INVALID", why: "above the maximum" },
    { name: "days", value: "7.5", code: "POLICY_PARAM_INVALID", why: "no integer" },
    { name: "how", value: "hard", code: "POLICY_PARAM_INVALID", why: "none of the words" },
    {
      name: "days",
      value: "20",
      code: "POLICY_PARAM_INVALID",
      why: "breaks what must hold between params",
    },
    { name: "dayss", value: "8", code: "POLICY_UNKNOWN_NAME", why: "no policy has it" },
    { name: "other.days", value: "8", code: "POLICY_UNKNOWN_NAME", why: "no such policy" },
  ])("refuses $name=$value: $why", ({ name, value, code }) => {
    expect(problemsOf(withParams, [{ name, value }]).map((problem) => problem.code)).toEqual([
      code,
    ]);
  });

  it.each([
    { settings: [], days: 7, why: "default" },
    { settings: [{ name: "days", value: "1" }], days: 1, why: "on the minimum" },
    { settings: [{ name: "days", value: "14" }], days: 14, why: "on the bound between params" },
    {
      settings: [
        { name: "example.days", value: "3" },
        { name: "days", value: "4" },
      ],
      days: 3,
      why: "one for this policy wins over one for all",
    },
  ])("sets days to $days ($why)", ({ settings, days }) => {
    const result = compile(withParams, settings);
    if (!("policies" in result)) throw new Error(result[0]?.message);
    const [policy] = result.policies;
    expect(policy?.paramValues[policy.paramNames.indexOf("days")]).toBe(days);
  });
});

describe("whenUnknown", () => {
  const nodePolicy = (entry: string): string => `${head}  subject: nodeCredential
  mode: first
  params: {type: object, properties: {risky: {type: boolean, default: false}}}
  rules:
    - {name: same, condition: load == "same" || params.risky, outcome: {obligations: [], reason: ProofCurrent}}
  otherwise: {blocked: refused, reason: NoRuleApplies}
  whenUnknown:
    - ${entry}
`;

  it.each([
    {
      entry: `{facts: [lod], when: 'true', outcome: {obligations: [verify], reason: LoadUnproven}}`,
      code: "POLICY_UNKNOWN_NAME",
      why: "a fact that there is not",
    },
    {
      entry: `{facts: [load], when: 'true', outcome: {obligations: [reassert], reason: LoadUnproven}}`,
      code: "POLICY_OUTCOME_INVALID",
      why: "a proof written in ignorance",
    },
    {
      entry: `{facts: [load], when: 'true', outcome: {obligations: [], reason: LoadUnproven}}`,
      code: "POLICY_OUTCOME_INVALID",
      why: "nothing, as if all were well",
    },
    {
      entry: `{facts: [load], when: 'true', outcome: {obligations: [reboot, verify], reason: LoadUnproven}}`,
      code: "POLICY_OUTCOME_INVALID",
      why: "a reboot that no param asks for",
    },
    {
      entry: `{facts: [load], when: '!params.risky', outcome: {obligations: [reboot, verify], reason: LoadUnproven}}`,
      code: "POLICY_OUTCOME_INVALID",
      why: "a reboot that a default asks for",
    },
  ])("refuses $why", ({ entry, code }) => {
    expect(problemsOf(nodePolicy(entry)).map((problem) => problem.code)).toEqual([code]);
  });

  it("takes a reboot that a param asks for which is off by default", () => {
    const entry = `{facts: [load], when: params.risky, outcome: {obligations: [reboot, verify], reason: LoadUnproven}}`;
    expect(compile(nodePolicy(entry))).toHaveProperty("policies");
  });

  it("refuses an otherwise that disrupts", () => {
    const text = nodePolicy(
      `{facts: [load], when: 'true', outcome: {obligations: [verify], reason: LoadUnproven}}`,
    );
    const disrupting = text.replace(
      "{blocked: refused, reason: NoRuleApplies}",
      "{obligations: [reboot], reason: NoRuleApplies}",
    );
    expect(problemsOf(disrupting).map((problem) => problem.code)).toEqual([
      "POLICY_OUTCOME_INVALID",
    ]);
  });
});
