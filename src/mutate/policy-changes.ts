import type { Policy } from "../engine/policy.ts";
import { valueAt } from "../input/json-pointer.ts";
import { isList, isObject, type JsonValue, member } from "../input/json-value.ts";
import type { SourceDocument, ValuePath } from "../input/source-document.ts";
import { changedDocument } from "./changed-document.ts";
import { expressionChanges, oneLine } from "./expression-changes.ts";
import type { Change, MutatedPart } from "./mutant.ts";
import { outcomeChanges } from "./outcome-changes.ts";
import { expressionsOf, type PlacedExpression } from "./placed-expressions.ts";
import { shownValue } from "./shown-value.ts";

/** All small changes of a policy, part by part. Some may not compile. */
export function policyChanges(document: SourceDocument, policy: Policy): readonly Change[] {
  const expressions = expressionsOf(policy);
  return [
    ...paramChanges(document),
    ...deletions(document, expressions),
    ...expressions.flatMap((each) => changesOfExpression(document, each)),
    ...(policy.mode === "first" ? swaps(document) : []),
    ...outcomeChanges(document),
    ...enforcementChanges(document),
  ];
}

function changesOfExpression(
  document: SourceDocument,
  { program, path, part }: PlacedExpression,
): readonly Change[] {
  const key = path.at(-1) ?? "";
  return expressionChanges(program).map(({ kind, offset, text, hint }) => ({
    kind,
    part,
    position: document.positionInText(path, offset),
    before: `${key}: ${oneLine(program.text)}`,
    after: `${key}: ${oneLine(text)}`,
    hint,
    document: changedDocument(document, path, text),
  }));
}

/** A part that never holds is as good as none, and the names that cases use stay known. */
function deletions(
  document: SourceDocument,
  expressions: readonly PlacedExpression[],
): readonly Change[] {
  return expressions.flatMap(({ path, part, isDeciding }): readonly Change[] => {
    if (!isDeciding) return [];
    const whole = path.slice(0, -1);
    const noun = part.type === "rule" ? "name" : "whenUnknown";
    return [
      {
        kind: "delete",
        part,
        position: document.positionAt(whole),
        before: `- ${noun}: ${part.name}`,
        after: "",
        hint: `a case in which ${part.type === "rule" ? `\`${part.name}\`` : "this entry"} decides`,
        document: changedDocument(document, path, "false"),
      },
    ];
  });
}

function paramChanges(document: SourceDocument): readonly Change[] {
  const properties = valueAt(document.value, ["spec", "params", "properties"]);
  return Object.entries(isObject(properties) ? properties : {}).flatMap(([name, param]) => {
    const value = member(param, "default");
    if (typeof value !== "number") return [];
    const path = ["spec", "params", "properties", name, "default"];
    return [value + 1, value - 1].map(
      (other): Change => ({
        kind: "bound",
        part: { type: "param", name },
        position: document.positionAt(path),
        before: `default: ${value}`,
        after: `default: ${other}`,
        hint: `a case just at ${value} that leaves \`${name}\` at its default`,
        document: changedDocument(document, path, other),
      }),
    );
  });
}

const rulesPath: ValuePath = ["spec", "rules"];

/** Each rule and the one below it; those that only report are in nobody's way. */
function swaps(document: SourceDocument): readonly Change[] {
  const rules = valueAt(document.value, rulesPath);
  if (!isList(rules)) return [];
  return rules.flatMap((rule, index): readonly Change[] => {
    const below = rules[index + 1];
    if (below === undefined || isAudit(rule) || isAudit(below)) return [];
    const other = rules.map((each, at) => (at === index ? below : at === index + 1 ? rule : each));
    const [first, second] = [nameOf(rule), nameOf(below)];
    return [
      {
        kind: "order",
        part: { type: "rule", name: first },
        position: document.positionAt([...rulesPath, `${index}`]),
        before: `- name: ${first} · - name: ${second}`,
        after: `- name: ${second} · - name: ${first}`,
        hint: `a case in which the conditions of \`${first}\` and \`${second}\` both hold: \`fires: [${first}]\``,
        document: changedDocument(document, rulesPath, other, swappedPath(index)),
      },
    ];
  });
}

function swappedPath(index: number): (path: ValuePath) => ValuePath {
  const places: Readonly<Record<string, string>> = {
    [`${index}`]: `${index + 1}`,
    [`${index + 1}`]: `${index}`,
  };
  return ([spec, rules, at, ...rest]) =>
    spec === "spec" && rules === "rules" && at !== undefined
      ? [spec, rules, places[at] ?? at, ...rest]
      : [spec, rules, at, ...rest].filter((each) => each !== undefined);
}

function isAudit(rule: JsonValue): boolean {
  return member(rule, "enforcement") === "audit";
}

function nameOf(rule: JsonValue): string {
  const name = member(rule, "name");
  return typeof name === "string" ? name : "";
}

function enforcementChanges(document: SourceDocument): readonly Change[] {
  const rules = valueAt(document.value, rulesPath);
  return (isList(rules) ? rules : []).flatMap((rule, index): readonly Change[] => {
    const enforcement = member(rule, "enforcement");
    if (enforcement === undefined || enforcement === "deny") return [];
    const path = [...rulesPath, `${index}`, "enforcement"];
    const part: MutatedPart = { type: "rule", name: nameOf(rule) };
    return [
      {
        kind: "enforcement",
        part,
        position: document.positionAt(path),
        before: `enforcement: ${shownValue(enforcement)}`,
        after: "enforcement: deny",
        hint: `\`findings: [{ rule: ${part.name}, enforcement: ${shownValue(enforcement)} }]\` in a case that fires it`,
        document: changedDocument(document, path, undefined),
      },
    ];
  });
}
