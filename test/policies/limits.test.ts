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
  ])("$most $what and no more", ({ most, of }) => {
    expect(problemsIn({ "a.yaml": policy(of(most)) }).map(inShort)).toEqual([]);
    const problems = problemsIn({ "a.yaml": policy(of(most + 1)) });
    expect(problems).toMatchObject([{ code: "POLICY_INVALID" }]);
  });
});
