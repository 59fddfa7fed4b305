import { describe, expect, it } from "vitest";
import { inShort, problemsIn } from "../support/compile-text.ts";

// Goal: a policy's lists are bounded, so that compiling it is. Method: at the bound and one beyond.

const names = (count: number): string[] => Array.from({ length: count }, (_, at) => `v${at}`);

function policy(spec: string): string {
  return `apiVersion: fleetwarrant.dev/v1alpha1
kind: Policy
metadata: {name: example}
spec:
  subject: gate
  mode: first
${spec}
  otherwise: {state: invalid, reason: NoRuleApplies}
`;
}

const rule = (name: string, condition: string): string =>
  `    - {name: ${name}, condition: '${condition}', outcome: {state: inactive, reason: NotDeclared}}\n`;

const variables = (count: number): string =>
  `  variables:\n${names(count)
    .map((name) => `    - {name: ${name}, expression: gate.declared}\n`)
    .join("")}  rules:\n${rule(
    "off",
    names(count)
      .map((name) => `variables.${name}`)
      .join(" && "),
  )}`;

const params = (count: number): string =>
  `  params:\n    type: object\n    properties:\n${names(count)
    .map((name) => `      ${name}: {type: boolean, default: true}\n`)
    .join("")}  rules:\n${rule(
    "off",
    names(count)
      .map((name) => `params.${name}`)
      .join(" && "),
  )}`;

const rules = (count: number): string =>
  `  rules:\n${names(count)
    .map((name) => rule(name, `gate.name == "${name}"`))
    .join("")}`;

const off = `  rules:\n${rule("off", "gate.declared")}`;

const paramValidations = (count: number): string =>
  `  params: {type: object, properties: {days: {type: integer, default: 7}}}
  paramValidations:\n${names(count)
    .map((_, at) => `    - {expression: 'params.days > ${-at}', message: too few}\n`)
    .join("")}  rules:\n${rule("off", "gate.name.size() > params.days")}`;

const whenUnknown = (count: number): string =>
  `${off}  whenUnknown:\n${names(count)
    .map(
      (name) =>
        `    - {facts: [load], when: 'onlyAnswer && node.name == "${name}"', outcome: {obligations: [verify], reason: LoadUnproven}}\n`,
    )
    .join("")}`;

const nodePolicy = (spec: string): string =>
  policy(spec)
    .replace("subject: gate", "subject: nodeCredential")
    .replace("gate.declared", 'load == "same"')
    .replace("{state: inactive, reason: NotDeclared}", "{obligations: [], reason: ProofCurrent}")
    .replace("{state: invalid, reason", "{blocked: refused, reason");

const findings = (count: number): string => `apiVersion: fleetwarrant.dev/v1alpha1
kind: Policy
metadata: {name: example}
spec:
  subject: step
  mode: all
  params:
    type: object
    properties:\n${names(count)
      .map((name) => `      ${name}: {type: boolean, default: true}\n`)
      .join("")}  rules:\n${names(500)
      .map(
        (name, at) =>
          `    - {name: ${name}, condition: 'step.id == "${name}" && params.v${at % count}', outcome: {reason: StepFailed}}\n`,
      )
      .join("")}`;

const binding = (spec: string): string => `apiVersion: fleetwarrant.dev/v1alpha1
kind: PolicyBinding
metadata: {name: mine}
spec:
  policyName: example
${spec}`;

const boundParams = (count: number): string =>
  binding(
    `  params:\n${names(count)
      .map((name) => `    ${name}: false\n`)
      .join("")}`,
  );

const boundRules = (count: number): string =>
  binding(
    `  rules:\n${names(count)
      .map((name) => `    - {name: ${name}, enforcement: warn}\n`)
      .join("")}`,
  );

describe("what a binding may hold", () => {
  it.each([
    {
      what: "params",
      most: 200,
      of: boundParams,
    },
    { what: "rules", most: 500, of: boundRules },
  ])("$most $what and no more", ({ most, of }) => {
    const check = (count: number) =>
      problemsIn({ p: findings(200), b: of(count) }).map(({ code }) => code);
    expect(check(most)).toEqual([]);
    expect(check(most + 1)).toEqual(["POLICY_INVALID"]);
  });
});

describe("what a policy may hold", () => {
  it("judges variables that read each other many times over", () => {
    const text = names(200)
      .map((name, at) => {
        const [one, two] =
          at < 2
            ? ["gate.declared", "gate.declared"]
            : [`variables.v${at - 1}`, `variables.v${at - 2}`];
        return `    - {name: ${name}, expression: '${one} && ${two}'}\n`;
      })
      .join("");
    const spec = `  variables:\n${text}  rules:\n${rule("off", "variables.v199")}`;
    const startedAt = process.cpuUsage().user;
    expect(problemsIn({ "a.yaml": policy(spec) }).map(inShort)).toEqual([]);
    expect((process.cpuUsage().user - startedAt) / 1000).toBeLessThan(2_000);
  });

  it.each([
    { what: "variables", most: 200, of: variables },
    { what: "params", most: 200, of: params },
    { what: "rules", most: 500, of: rules },
    { what: "checks between params", most: 50, of: paramValidations },
    { what: "ways while facts are missing", most: 50, of: whenUnknown, around: nodePolicy },
  ])("$most $what and no more", ({ most, of, around = policy }) => {
    expect(problemsIn({ "a.yaml": around(of(most)) }).map(inShort)).toEqual([]);
    const problems = problemsIn({ "a.yaml": around(of(most + 1)) });
    expect(problems).toMatchObject([{ code: "POLICY_INVALID" }]);
  });
});
