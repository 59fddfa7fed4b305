import { describe, expect, it } from "vitest";
import { compilePolicySet } from "../../src/policies/compile-policy-set.ts";
import {
  MENDS_MAX,
  readPolicyText,
  withoutFollowUps,
} from "../../src/policies/read-policy-text.ts";
import { inShort } from "../support/compile-text.ts";

// Goal: what YAML takes for something else hides nothing. Method: expressions as people write them, without quotes, in a
// policy with one more mistake at its end.

const policy = (trap: string): string => `apiVersion: fleetwarrant.dev/v1alpha1
kind: Policy
metadata: {name: p}
spec:
  subject: gate
  mode: first
  params: {type: object, properties: {days: {type: integer, default: 7}}}
  rules:
    - name: off
      ${trap}
      outcome: {state: inactive, reason: NotDeclared}
    - name: old
      condition: gate.ageDays != null && gate.ageDays >= params.days
      outcome: {state: expired, reason: FailAgeReachd}
  otherwise: {state: invalid, reason: NoRuleApplies}
`;
const last = "p:14:41 POLICY_UNKNOWN_NAME";

function check(text: string): readonly string[] {
  const { documents, problems } = readPolicyText({ file: "p", text });
  const compiled = compilePolicySet(documents, [], { isPartial: problems.length > 0 });
  const found = compiled.ok ? [] : withoutFollowUps(compiled.problems, problems);
  return [...problems, ...found].map((problem) => inShort(problem).replace(/ \(.*/s, ""));
}

describe("readPolicyText", () => {
  it.each([
    { trap: "condition: gate.declared ? true : false", at: "10:18", code: "INPUT_SYNTAX" },
    { trap: "condition: [gate.name].exists(x, x == 'a')", at: "10:29", code: "INPUT_SYNTAX" },
    { trap: 'condition: "x" == gate.name', at: "10:22", code: "INPUT_SYNTAX" },
    { trap: 'condition: "x == "x""', at: "10:25", code: "INPUT_SYNTAX" },
    { trap: "condition: 'x' == gate.name", at: "10:22", code: "INPUT_SYNTAX" },
    { trap: "condition: !gate.declared", at: "10:32", code: "INPUT_NOT_JSON" },
    { trap: "condition: !gate.declared && gate.referenced", at: "10:36", code: "INPUT_NOT_JSON" },
    { trap: "condition: `x`", at: "10:18", code: "INPUT_SYNTAX" },
    {
      trap: "condition: gate.referenced\n      message: {{ gate.name }}",
      at: "11:17",
      code: "INPUT_NOT_JSON",
      lines: 1,
    },
    {
      trap: "condition: gate.referenced\n      message: {{ gate.name }} is off",
      at: "11:32",
      code: "INPUT_SYNTAX",
      lines: 1,
    },
    {
      trap: "condition: gate.referenced\n      message: off: so it is",
      at: "11:16",
      code: "INPUT_SYNTAX",
      lines: 1,
    },
    {
      trap: "condition: [gate.name].exists(x,\n        x == 'a')",
      at: "10:29",
      code: "INPUT_SYNTAX",
      lines: 1,
    },
    {
      trap: "condition: gate.declared ?\n        true\n\n        : false",
      at: "12:1",
      code: "INPUT_NOT_JSON",
      lines: 3,
    },
  ])("reports $trap once, with help, and the mistake below it", ({ trap, at, code, lines = 0 }) => {
    const text = policy(trap);
    const below = last.replace("14", String(14 + lines));
    expect(check(text)).toEqual([`p:${at} ${code}`, below]);
    expect(check(text.replaceAll("\n", "\r\n"))).toEqual([`p:${at} ${code}`, below]);
    const [problem] = readPolicyText({ file: "p", text }).problems;
    expect(problem?.help).toContain("single quotes");
  });

  it.each([
    { why: "an open bracket elsewhere", from: "{name: p}", to: "{name: p" },
    {
      why: "a wrong indentation",
      from: "      outcome: {state: ex",
      to: "     outcome: {state: ex",
    },
    { why: "a tab", from: "      outcome: {state: ex", to: "\t outcome: {state: ex" },
    {
      why: "a key that occurs twice",
      from: "    - name: old",
      to: "    - name: old\n      name: old",
    },
  ])("offers no quotes against $why", ({ from, to }) => {
    const text = policy("condition: gate.declared").replace(from, to);
    const { documents, problems } = readPolicyText({ file: "p", text });
    expect(documents).toEqual([]);
    expect(problems.length).toBeGreaterThan(0);
    expect(JSON.stringify(problems)).not.toContain("single quotes");
  });

  it("tells of a trap and of what cannot be mended, each once", () => {
    const text = policy("condition: gate.declared ? true : false").replace("Reachd}", "Reachd");
    expect(check(text).slice(0, 1)).toEqual(["p:10:18 INPUT_SYNTAX"]);
    expect(check(text).length).toBeGreaterThan(1);
    expect(new Set(check(text)).size).toBe(check(text).length);
  });

  it(`mends ${MENDS_MAX} values of one text, and no more`, () => {
    const traps = (count: number): string =>
      policy("condition: gate.referenced").replace(
        "  rules:\n",
        `  paramValidations:\n${"    - expression: params.days > 0 ? true : false\n      message: few\n".repeat(count)}  rules:\n`,
      );
    const read = (count: number) => readPolicyText({ file: "p", text: traps(count) });
    expect(read(MENDS_MAX).documents).toHaveLength(1);
    expect(read(MENDS_MAX).problems).toHaveLength(MENDS_MAX);
    expect(read(MENDS_MAX + 1).documents).toEqual([]);
    expect(read(MENDS_MAX + 1).problems).toHaveLength(MENDS_MAX + 1);
  });

  it("shows lines as they were written, of policies alone", () => {
    const text = `${policy("condition: !gate.declared")}---\nkind: Secret\nmessage: [hunter2] x\n`;
    const { shown } = readPolicyText({ file: "p", text });
    expect(shown.lineAt({ line: 10, column: 18 })).toBe("      condition: !gate.declared");
    expect(shown.lineAt({ line: 18, column: 10 })).toBeUndefined();
  });

  const secret = "apiVersion: v1\nkind: Secret\nstringData:\n  message: hunter2: x\n";
  it.each([
    { why: "no mark between them", text: `${policy("condition: !gate.declared")}${secret}` },
    { why: "a mark of two dashes", text: `${policy("condition: !gate.declared")}--\n${secret}` },
    {
      why: "a mark that is indented",
      text: `${policy("condition: !gate.declared")} ---\n${secret}`,
    },
    { why: "before it", text: `${secret}${policy("condition: !gate.declared")}` },
    {
      why: "another key that no policy has",
      text: `${policy("condition: !gate.declared")}snapshot:\n  message: hunter2: x\n`,
    },
    {
      why: "a header in a text of its own",
      text: `apiVersion: v1\nmetadata: {d: "a\u2028kind: Policy\u2028apiVersion: fleetwarrant.dev/v1"}\n${secret}`,
    },
    {
      why: "a lone carriage return",
      text: `apiVersion: fleetwarrant.dev/v1alpha1\nkind: Policy\rkind: Secret\rmessage: hunter2: x\n`,
    },
  ])("shows nothing where other things may stand: $why", ({ text }) => {
    const { shown, problems } = readPolicyText({ file: "p", text });
    const lines = text.split("\n").map((_, at) => shown.lineAt({ line: at + 1, column: 1 }));
    expect(lines.filter((line) => line?.includes("hunter2"))).toEqual([]);
    expect(JSON.stringify(problems)).not.toContain("hunter2");
  });

  it("reads a long text a few times only", () => {
    const long = `${policy("condition: !gate.declared")}${"#\n".repeat(600_000)}`;
    const { documents, problems } = readPolicyText({ file: "p", text: long });
    expect(documents).toEqual([]);
    expect(problems).toHaveLength(1);
  });
});
