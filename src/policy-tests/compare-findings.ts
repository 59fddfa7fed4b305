import type { Finding } from "../engine/decision.ts";
import { type Expected, shown, whyOf } from "./mismatch.ts";
import type { Expectation } from "./policy-test.ts";

type FindingExpectation = NonNullable<Expectation["findings"]>[number];
/** A finding that is expected, by all that is named of it. */
export type FindingFields = Exclude<FindingExpectation, string>;

/** A lone reason stands for a finding that certainly holds. */
export function fieldsOf(expectation: FindingExpectation): FindingFields {
  return typeof expectation === "string" ? { reason: expectation } : expectation;
}

/** Whether some finding has all that is named; where none has, what is nearest to it. */
export function compareFinding(
  index: number,
  fields: FindingFields,
  findings: readonly Finding[],
): Expected {
  const expected = textOf(fields);
  const row = { at: ["findings", `${index}`], what: "finding", expected };
  if (findings.some((finding) => isMeant(fields, finding))) return { ...row, found: expected };
  const near = findings.filter((finding) => isNear(fields, finding));
  const [first] = near;
  if (first === undefined) return { ...row, found: "no such finding" };
  const why = whyOf(first.reason, first.message, first.missing);
  return { ...row, found: near.map((each) => textOf(each)).join("; "), why };
}

function isMeant(fields: FindingFields, finding: Finding): boolean {
  const { outcome = "fail", enforcement, severity, denies, name } = fields;
  return (
    isNear(fields, finding) &&
    finding.outcome === outcome &&
    [finding.name, undefined].includes(name) &&
    [finding.enforcement, undefined].includes(enforcement) &&
    [finding.severity, undefined].includes(severity) &&
    (denies === undefined || shown(denies, "sorted") === shown(finding.denies, "sorted"))
  );
}

/** Of the same rule and reason, as far as these are named. */
function isNear({ rule, reason }: FindingFields, finding: Finding): boolean {
  const isRule =
    rule === undefined || rule === finding.rule || rule === `${finding.policy}/${finding.rule}`;
  return isRule && (reason === undefined || reason === finding.reason);
}

function textOf(fields: FindingFields): string {
  const { outcome = "fail", reason, rule, name, enforcement, severity, denies } = fields;
  const about = name === undefined ? "" : ` about ${name}`;
  const more = [
    enforcement,
    severity,
    denies === undefined ? undefined : `denies ${shown(denies)}`,
  ];
  const words = more.filter((word) => word !== undefined && word !== "");
  const told = words.length === 0 ? "" : ` (${words.join(", ")})`;
  return `${outcome} ${reason ?? rule ?? "of any rule"}${about}${told}`;
}
