import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Ajv } from "ajv";
import { describe, expect, it } from "vitest";
import { MISMATCHES_PER_CASE_MAX, TEST_CASES_MAX } from "../../src/policy-tests/limits.ts";
import type { PolicyTestReport } from "../../src/policy-tests/policy-test-report.ts";
import { writePolicyTests } from "../../src/report/write-policy-tests.ts";
import { documentsOf, gateCases, gatePolicy, problemsOf, reportOf } from "./support.ts";

// Goal: a case fails where a decision lacks what it names, a rule without both kinds of cases fails the run, and what a case names that
// nothing has is a mistake, not a case that passes.

const schema = readFileSync(
  join(import.meta.dirname, "../../schemas/policy-test-report.schema.json"),
  "utf8",
);
const validate = new Ajv({ allErrors: true, strict: true }).compile(JSON.parse(schema));

const young = ["2026-08-04", "{ gates: { g: active } }"] as const;
const old = ["2026-08-03", "{ gates: { g: expired } }"] as const;
const none = ["not", "{ gates: { g: inactive } }"] as const;

function rowsOf({ policies }: PolicyTestReport): Readonly<Record<string, string>> {
  const rules = policies.flatMap((policy) => policy.rules);
  return Object.fromEntries(
    rules.map(({ name, cases, lacks }) => [
      name,
      `${cases.fires} ${cases.quiet} ${cases.unknown} ${lacks.join(" ")}`.trim(),
    ]),
  );
}

describe("runPolicyTests", () => {
  it("passes where each case holds and each rule has both kinds of cases", () => {
    const report = reportOf(gatePolicy, gateCases(young, old, none));
    expect(report.outcome).toBe("passed");
    expect(rowsOf(report)).toEqual({
      "not-declared": "1 2 0",
      "too-old": "1 2 0",
      within: "1 2 0",
    });
    expect(report.counts).toMatchObject({ cases: 3, failedCases: 0, rules: 3, uncoveredRules: 0 });
  });

  it.each([
    ["the first rule never fires", [young, old], { "not-declared": "0 2 0 fires" }],
    [
      "a rule fires in every case",
      [none],
      { "not-declared": "1 0 0 quiet", within: "0 1 0 fires" },
    ],
    [
      "nothing that was read decides",
      [[undefined, "{ gates: { g: indeterminate } }"], young, old, none],
      { "not-declared": "1 2 1", within: "1 2 1" },
    ],
    [
      "nothing is expected of the gate, so that no rule is noticed",
      [["not", "{ disruption: { reboots: 0 } }"], young, old],
      { "not-declared": "0 2 0 fires" },
    ],
    [
      "of the verdict the denying rules are noticed",
      [["2026-08-03", "{ verdict: deny }"], young, none],
      { "too-old": "1 2 0", within: "1 1 0" },
    ],
  ] as const)("counts rules by case where %s", (_why, cases, expected) => {
    const report = reportOf(gatePolicy, gateCases(...cases));
    expect(rowsOf(report)).toMatchObject(expected);
    const lacks = Object.values(expected).some((row) => /[a-z]/.test(row));
    expect(report.outcome).toBe(lacks ? "failed" : "passed");
  });

  it("counts what each part of a condition gave, and not what was not asked", () => {
    const cases = gateCases(young, old, none, ["nonsense", "{ gates: { g: invalid } }"]);
    const [, tooOld] = reportOf(gatePolicy, cases).policies[0]?.rules ?? [];
    expect(tooOld?.parts).toEqual([
      { text: "gate.ageDays != null", true: 2, false: 1, unknown: 0, error: 0 },
      { text: "gate.ageDays >= params.days", true: 1, false: 1, unknown: 0, error: 0 },
    ]);
  });

  it.each([
    ["a state", "{ gates: { g: active } }", "gate g state", "expired"],
    ["a reason", "{ gates: { g: { reason: WithinWindow } } }", "gate g reason", "FailAgeReached"],
    ["a count", "{ gates: { g: { ageDays: 4 } } }", "gate g ageDays", "3"],
    ["intents", "{ gates: { g: { denies: [heal] } } }", "gate g denies", "deploy"],
    ["every gate", '{ gates: { "*": active } }', "gate g state", "expired"],
    ["a verdict", "{ verdict: allow }", "verdict of deploy", "deny"],
    ["another verdict", "{ verdicts: { reboot: allow } }", "verdict of reboot", "notJudged"],
    ["reboots", "{ disruption: { reboots: 1 } }", "disruption reboots", "0"],
    ["a rule that fires", "{ fires: [within] }", "rule window/within", "quiet"],
    ["a quiet rule", "{ quiet: [window/too-old] }", "rule window/too-old", "fires"],
    ["all others", "{ quiet: others }", "rule window/too-old", "fires"],
    ["an unknown rule", "{ unknown: [too-old] }", "rule window/too-old", "fires"],
  ])("fails a case that expects %s otherwise", (_what, expectation, what, found) => {
    const report = reportOf(gatePolicy, gateCases(["2026-08-03", expectation], young, none));
    expect(report.outcome).toBe("failed");
    const [result, ...others] = report.tests[0]?.cases ?? [];
    expect(others.every(({ passed }) => passed)).toBe(true);
    expect(result).toMatchObject({ passed: false, mismatches: [{ what, found }] });
    expect(result?.mismatches[0]?.position.line).toBe(6);
  });

  it("tells why a case fails: the message, and what is not known", () => {
    const wrong = "{ gates: { g: active } }";
    const cases = gateCases(["2026-08-03", wrong], [undefined, wrong]);
    const [first, second] = reportOf(gatePolicy, cases).tests[0]?.cases ?? [];
    expect(first?.mismatches[0]?.why).toBe("FailAgeReached: day 3");
    expect(second?.mismatches[0]?.why).toContain("not known: gate.declared (NotRead");
  });

  it.each([
    ["{ gates: { h: active } }", "no gate is named `h`", "did you mean `g`?"],
    ["{ nodes: { a: none } }", "no node is judged here", undefined],
    ["{ fires: [to-old] }", "no policy here has a rule `to-old`", "did you mean `too-old`?"],
    [
      "{ quiet: [windw/within] }",
      "no policy here has a rule `windw/within`",
      "did you mean `window/within`?",
    ],
    [
      "{ findings: [{ rule: whithin }] }",
      "no policy here has a rule `whithin`",
      "did you mean `within`?",
    ],
    [
      "{ gates: { g: { reason: WithinWindw } } }",
      "no policy here gives the reason `WithinWindw`",
      "did you mean `WithinWindow`?",
    ],
    [
      "{ findings: [FailAgeReachd] }",
      "no policy here gives the reason `FailAgeReachd`",
      "did you mean `FailAgeReached`?",
    ],
    [
      "{ findings: [{ name: h }] }",
      "nothing that is judged here is named `h`",
      "did you mean `g`?",
    ],
    [
      "{ fires: [within], quiet: [window/within] }",
      "the rule `window/within` is named twice",
      undefined,
    ],
  ])("takes names that nothing has for mistakes: %s", (expectation, message, help) => {
    const [problem, ...others] = problemsOf(gatePolicy, gateCases(["2026-08-03", expectation]));
    expect(others).toEqual([]);
    expect(problem).toMatchObject({ message, position: { file: "a.test.yaml", line: 6 } });
    expect(problem?.help).toBe(help);
  });

  it("asks for the policy's name where several have a rule of that name", () => {
    const two = `${gatePolicy}---${gatePolicy.replace("name: window", "name: other")}`;
    const [problem] = problemsOf(two, gateCases(["2026-08-03", "{ fires: [within] }"]));
    expect(problem).toMatchObject({
      message: "2 policies have a rule `within`",
      help: "one of `other/within`, `window/within`",
    });
  });

  it("compiles each choice of params, and tells a wrong one at the case", () => {
    const cases = gateCases(young, old, none).replace(
      /(name: case 1, given: \{)(.*)expired/,
      "$1 params: { days: 9 },$2active",
    );
    const report = reportOf(gatePolicy, cases);
    expect(report.tests[0]?.cases.map(({ passed }) => passed)).toEqual([true, true, true]);
    expect(rowsOf(report)).toMatchObject({ "too-old": "0 3 0 fires", within: "2 1 0" });
    const [problem] = problemsOf(gatePolicy, cases.replace("days: 9", "dayz: 9"));
    expect(problem).toMatchObject({
      message: "no policy has a param `dayz`",
      position: { line: 7 },
      help: "did you mean `days`?",
    });
  });

  it("takes no rule that holds below one that may hold for one that fires", () => {
    const policy = gatePolicy.replace(
      /- name: too-old[\s\S]*(?= {2}otherwise)/,
      '- { name: named, condition: gate.name == "g", outcome: { state: active, reason: WithinWindow } }\n',
    );
    const given = gateCases([undefined, "{ unknown: [not-declared, named] }"]).replace("days", "d");
    const report = reportOf(policy.replace(/ {2}params:.*\n/, ""), given);
    expect(report.counts.failedCases).toBe(0);
    expect(rowsOf(report)).toEqual({
      "not-declared": "0 0 1 fires quiet",
      named: "0 0 1 fires quiet",
    });
  });

  it.each([
    [
      "{ findings: [NotDeclared] }",
      undefined,
      "unknown NotDeclared about g (deny, info, denies nothing)",
    ],
    ["{ findings: [{ reason: NotDeclared, outcome: unknown }] }", undefined, undefined],
    ["{ findings: [NotDeclared] }", "not", undefined],
    [
      "{ findings: [{ rule: gone, outcome: unknown }] }",
      "not",
      "fail NotDeclared about g (deny, info, denies nothing)",
    ],
    [
      "{ findings: [{ rule: gone, name: g, enforcement: deny, severity: info, denies: [] }] }",
      "not",
      undefined,
    ],
    [
      "{ findings: [{ rule: gone, severity: high }] }",
      "not",
      "fail NotDeclared about g (deny, info, denies nothing)",
    ],
    ["{ findings: [NotDeclared] }", "2026-08-03", "no such finding"],
  ])("takes no finding that may hold for one that does: %s", (expectation, declared, found) => {
    const policy = `
apiVersion: fleetwarrant.dev/v1alpha1
kind: Policy
metadata: { name: findings }
spec:
  subject: gate
  mode: all
  rules: [{ name: gone, condition: "!gate.declared", outcome: { reason: NotDeclared } }]
`;
    const [only] = reportOf(policy, gateCases([declared, expectation])).tests[0]?.cases ?? [];
    expect(only?.mismatches.map((each) => each.found)).toEqual(found === undefined ? [] : [found]);
  });

  it("asks all subjects whether a rule is quiet, and one whether it fires", () => {
    const policy = `
apiVersion: fleetwarrant.dev/v1alpha1
kind: Policy
metadata: { name: nodes }
spec:
  subject: node
  mode: all
  reasons: { Leaves: it leaves }
  rules: [{ name: leaving, condition: node.leaving, outcome: { reason: Leaves } }]
`;
    const node = (name: string, more = ""): string =>
      `"v1/Node//${name}": { apiVersion: v1, kind: Node, metadata: { name: ${name}, uid: ${name}${more} } }`;
    const leaving = node("b", ', deletionTimestamp: "2026-08-06T11:00:00Z"');
    const snapshot = `{ takenAt: 2026-08-06T12:00:00Z, coverage: [{ kind: v1/Node, complete: true }], objects: { ${node("a")}, ${leaving} } }`;
    const spec = (expectation: string): string =>
      `given: { profile: { nodes: {} }, snapshot: ${snapshot} }\ncases: [{ name: a, expect: ${expectation} }]`;
    const [fires] = reportOf(policy, spec("{ fires: [leaving] }")).tests[0]?.cases ?? [];
    const [quiet] = reportOf(policy, spec("{ quiet: [leaving] }")).tests[0]?.cases ?? [];
    expect(fires?.passed).toBe(true);
    expect(quiet?.mismatches).toMatchObject([
      { found: "fires for 1, quiet for 1", why: "b: true: node.leaving" },
    ]);
  });

  it("says nothing of rules that lack a case where only some were run", () => {
    const report = reportOf(gatePolicy, gateCases(young, old, none), {
      only: ({ name }) => name === "case 1",
    });
    expect(report).toMatchObject({ outcome: "passed", isWhole: false, counts: { cases: 1 } });
  });

  it("is vacuous without a case, whatever there is of policies", () => {
    expect(reportOf(gatePolicy, "cases: []").outcome).toBe("vacuous");
    const never = { only: () => false };
    expect(reportOf(gatePolicy, gateCases(young), never).outcome).toBe("vacuous");
  });

  it("holds policies that no test names to having cases, where it is asked to", () => {
    const other = gatePolicy.replace("name: window", "name: other");
    const required = documentsOf(other, "b.yaml");
    const report = reportOf(gatePolicy, gateCases(young, old, none), { required });
    expect(report.outcome).toBe("failed");
    expect(report.counts).toMatchObject({ failedCases: 0, rules: 6, uncoveredRules: 3 });
  });

  it("tells mistakes of policies once, however many cases there are", () => {
    const broken = gatePolicy.replace("gate.ageDays < params.days", "gate.ageDayz < params.days");
    const problems = problemsOf(broken, gateCases(young, old));
    expect(problems.map(({ code }) => code)).toEqual(["EXPRESSION_UNKNOWN_NAME"]);
  });

  it("runs as many cases as it may, and no more", () => {
    const only = (): boolean => false;
    expect(TEST_CASES_MAX).toBe(10_000);
    const many = Array.from({ length: 1000 }, () => young);
    const text = gateCases(...many);
    expect(reportOf(gatePolicy, text, { only }).outcome).toBe("vacuous");
    expect(problemsOf(gatePolicy, gateCases(...many, young))[0]).toMatchObject({
      code: "TEST_INVALID",
      message: "`cases` must NOT have more than 1000 items",
    });
  });

  it.each([
    [MISMATCHES_PER_CASE_MAX, MISMATCHES_PER_CASE_MAX],
    [MISMATCHES_PER_CASE_MAX + 1, MISMATCHES_PER_CASE_MAX],
  ])("tells of %i mismatches of a case %i", (count, told) => {
    const policy = `
apiVersion: fleetwarrant.dev/v1alpha1
kind: Policy
metadata: { name: nodes }
spec:
  subject: node
  mode: first
  reasons: { Leaves: it leaves, Stays: it stays }
  rules: [{ name: leaving, condition: node.leaving, outcome: { obligations: [], reason: Leaves } }]
  otherwise: { obligations: [], reason: Stays }
`;
    const nodes = Array.from(
      { length: count },
      (_, index) =>
        `"v1/Node//n${index}": { apiVersion: v1, kind: Node, metadata: { name: n${index}, uid: u${index} } }`,
    );
    const coverage = "[{ kind: v1/Node, complete: true }]";
    const snapshot = `{ takenAt: 2026-08-06T12:00:00Z, coverage: ${coverage}, objects: { ${nodes.join(", ")} } }`;
    const spec = `given: { profile: { nodes: {} }, snapshot: ${snapshot} }\ncases: [{ name: a, expect: { nodes: { "*": reboot } } }]`;
    const [only] = reportOf(policy, spec).tests[0]?.cases ?? [];
    expect(only?.mismatches).toHaveLength(told);
    expect(only?.passed).toBe(false);
  });

  it("gives the same bytes each time, of the published shape", () => {
    const cases = gateCases(young, ["2026-08-03", "{ gates: { g: active } }"], none);
    const [one, two] = [reportOf(gatePolicy, cases), reportOf(gatePolicy, cases)];
    expect(writePolicyTests(one)).toBe(writePolicyTests(two));
    validate(JSON.parse(writePolicyTests(one)));
    expect(validate.errors).toBeNull();
  });

  it("tells how far it has come", () => {
    const told: string[] = [];
    reportOf(gatePolicy, gateCases(young, old, none), {
      onCase: (done, all) => told.push(`${done}/${all}`),
    });
    expect(told).toEqual(["1/3", "2/3", "3/3"]);
  });
});
