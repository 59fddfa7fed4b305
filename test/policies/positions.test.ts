import { describe, expect, it } from "vitest";
import { inShort, problemsIn } from "../support/compile-text.ts";

// Each text says with `«` where the mistake is: just before the very part of the expression. The sign is taken out
// before the text is read.

const mark = "«";

function split(marked: string): { readonly text: string; readonly place: string } {
  const before = marked.slice(0, marked.indexOf(mark)).split("\n");
  const place = `p:${before.length}:${(before.at(-1) ?? "").length + 1}`;
  return { text: marked.replace(mark, ""), place };
}

const styles = {
  plain: (lines: readonly string[], indent: string) => lines.join(`\n${indent}`),
  single: (lines: readonly string[], indent: string) => `'${lines.join(`\n${indent}`)}'`,
  // With an escape of six characters for one, beside those of the quotes.
  double: (lines: readonly string[], indent: string) =>
    `"${lines.join(`\n${indent}`).replaceAll('"', '\\"').replaceAll("how", "\\u0068ow")}"`,
  literal: (lines: readonly string[], indent: string) => `|\n${indent}${lines.join(`\n${indent}`)}`,
  folded: (lines: readonly string[], indent: string) => `>-\n${indent}${lines.join(`\n${indent}`)}`,
};
const styleNames = ["plain", "single", "double", "literal", "folded"] as const;

interface Parts {
  readonly condition: string;
  readonly message: string;
  readonly patchUnless: string;
  readonly variable: string;
  readonly validation: string;
  readonly when: string;
  readonly meanwhile: string;
}

const sound: Parts = {
  condition: 'load == "same" || variables.verifies',
  message: "all is well, {{ variables.verifies }}",
  patchUnless: 'config == "same"',
  variable: 'params.how == "verify"',
  validation: 'params.how != "never"',
  when: "onlyAnswer",
  meanwhile: "not known",
};

function policy(over: Partial<Parts>): string {
  const parts = { ...sound, ...over };
  return `apiVersion: fleetwarrant.dev/v1alpha1
kind: Policy
metadata: {name: p}
spec:
  subject: nodeCredential
  mode: first
  params:
    type: object
    properties:
      how: {enum: [block, verify, never], default: block}
  paramValidations:
    - expression: ${parts.validation}
      message: never is no answer
  variables:
    - name: verifies
      expression: ${parts.variable}
  rules:
    - name: same
      condition: ${parts.condition}
      outcome:
        obligations: [verify]
        patchUnless: ${parts.patchUnless}
        reason: ImageUnproven
      message: ${parts.message}
  otherwise: {blocked: refused, reason: NoRuleApplies}
  whenUnknown:
    - facts: [load]
      when: ${parts.when}
      outcome: {obligations: [verify], reason: LoadUnproven}
      message: ${parts.meanwhile}
`;
}

const expressionLines = [
  'params.how == "block" ||',
  'params.how == "verify" ||',
  `params.how == "never" || ${mark}params.hwo == "never"`,
];
const messageLines = [
  'the way is "{{ params.how }}"',
  "and always was,",
  `as "{{ params.how }}" or {{ ${mark}params.hwo }} says`,
];
const indents: Readonly<Record<keyof Parts, string>> = {
  condition: "        ",
  message: "        ",
  patchUnless: "          ",
  variable: "        ",
  validation: "        ",
  when: "        ",
  meanwhile: "        ",
};

const places = ["condition", "patchUnless", "variable", "validation", "when"] as const;

describe("a mistake on the third line of an expression", () => {
  it.each(places.flatMap((part) => styleNames.map((style) => ({ part, style }))))(
    "is told where it is: $part, $style",
    ({ part, style }) => {
      const written = styles[style](expressionLines, indents[part]);
      const { text, place } = split(policy({ [part]: written }));
      expect(problemsIn({ p: text }).map(inShort)).toEqual([
        `${place} EXPRESSION_UNKNOWN_NAME (did you mean \`params.how\`?)`,
      ]);
    },
  );

  it.each(
    (["message", "meanwhile"] as const).flatMap((part) =>
      styleNames.map((style) => ({ part, style })),
    ),
  )("is told where it is in a message: $part, $style", ({ part, style }) => {
    const written = styles[style](messageLines, indents[part]);
    const { text, place } = split(policy({ [part]: written }));
    expect(problemsIn({ p: text }).map(inShort)).toEqual([
      `${place} EXPRESSION_UNKNOWN_NAME (did you mean \`params.how\`?)`,
    ]);
  });
});

describe("each kind of mistake", () => {
  const kinds = [
    { what: "a misspelt fact", last: `${mark}lod == "same"`, says: "EXPRESSION_UNKNOWN_NAME" },
    {
      what: "a misspelt param",
      last: `${mark}params.hwo == "never"`,
      says: "EXPRESSION_UNKNOWN_NAME",
    },
    {
      what: "a misspelt function",
      last: `${mark}sise(node.story) > 3`,
      says: "EXPRESSION_UNKNOWN_NAME",
    },
    { what: "a word that a fact never is", last: `load == ${mark}"sam"`, says: "EXPRESSION_TYPE" },
    {
      what: "a word that a param never is",
      last: `params.how == ${mark}"verfy"`,
      says: "EXPRESSION_TYPE",
    },
    { what: "a wrong type", last: `${mark}load && true`, says: "EXPRESSION_TYPE" },
    { what: "too many arguments", last: `${mark}size(node.story, 1) > 3`, says: "EXPRESSION_TYPE" },
    { what: "a syntax error", last: `load == ${mark}) true`, says: "EXPRESSION_SYNTAX" },
  ];

  it.each(kinds.flatMap((kind) => styleNames.map((style) => ({ ...kind, style }))))(
    "is told at its own column: $what, $style",
    ({ last, says, style }) => {
      const lines = ['load == "same" || variables.verifies ||', 'params.how == "verify" ||', last];
      const { text, place } = split(policy({ condition: styles[style](lines, indents.condition) }));
      expect(problemsIn({ p: text }).map(({ help: _, ...rest }) => inShort(rest))).toEqual([
        `${place} ${says}`,
      ]);
    },
  );
});
