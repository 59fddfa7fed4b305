import type { Policy } from "../engine/policy.ts";
import { OWN_API_VERSION } from "../input/api-version.ts";
import { escapeText } from "../input/escape-text.ts";
import type { JsonObject } from "../input/json-value.ts";
import { compareProblems, type Problem } from "../input/problem.ts";
import type { Profile } from "../profile/profile.ts";
import { canonicalJson } from "../snapshot/canonical-json.ts";

/** What a check came to. */
export interface CheckReport {
  readonly problems: readonly Problem[];
  /** Those that were compiled: all of them, or none where one is wrong. */
  readonly policies: readonly Policy[];
  /** How many bindings took part. */
  readonly bindings: number;
  readonly profiles: readonly Profile[];
  /** How many effect tables took part beside the shipped one. */
  readonly effectTables: number;
}

/** Canonical JSON with every problem, in order of place. */
export function writeCheck({
  problems,
  policies,
  bindings,
  profiles,
  effectTables,
}: CheckReport): string {
  const report: JsonObject = {
    apiVersion: OWN_API_VERSION,
    kind: "CheckReport",
    problems: [...problems].sort(compareProblems).map(problemJson),
    policies: policies.map(({ name, subject, mode, rules, digest, ...policy }) => ({
      name,
      subject,
      mode,
      rules: rules.length,
      params: Object.fromEntries(paramsOf(policy)),
      digest,
    })),
    bindings,
    profiles: profiles.map(({ metadata }) => metadata.name),
    effectTables,
  };
  return canonicalJson(report, 2);
}

function problemJson({ code, message, position, expected, help }: Problem): JsonObject {
  return {
    code,
    message,
    ...(position === undefined ? {} : { ...position }),
    ...(expected === undefined ? {} : { expected }),
    ...(help === undefined ? {} : { help }),
  };
}

function paramsOf({
  paramNames,
  paramValues,
}: Pick<Policy, "paramNames" | "paramValues">): readonly (readonly [
  string,
  string | number | boolean,
])[] {
  return paramNames.map((name, place) => [name, paramValues[place] ?? ""]);
}

/** What was checked, for eyes; nothing where there is a problem, which is told beside it. */
export function renderCheck({
  problems,
  policies,
  bindings,
  profiles,
  effectTables,
}: CheckReport): string {
  if (problems.length > 0) return "";
  if (policies.length + profiles.length + effectTables === 0) return "nothing was checked\n";
  const counts = [
    counted(policies.length, "policy", "policies"),
    ...(bindings === 0 ? [] : [counted(bindings, "binding", "bindings")]),
    ...(profiles.length === 0 ? [] : [counted(profiles.length, "profile", "profiles")]),
    ...(effectTables === 0 ? [] : [counted(effectTables, "effect table", "effect tables")]),
  ];
  const lines = [`no mistake in ${counts.join(", ")}`];
  if (policies.length > 0) lines.push("", ...policyTable(policies));
  for (const profile of profiles) lines.push("", profileLine(profile));
  return `${lines.join("\n")}\n`;
}

function policyTable(policies: readonly Policy[]): readonly string[] {
  const rows = [
    ["POLICY", "SUBJECT", "MODE", "RULES", "PARAMS"],
    ...policies.map((policy) => [
      policy.name,
      policy.subject,
      policy.mode,
      String(policy.rules.length),
      paramsOf(policy)
        .map(([name, value]) => `${name}=${escapeText(String(value))}`)
        .join(" "),
    ]),
  ];
  const widths = [0, 1, 2, 3].map((column) =>
    Math.max(...rows.map((row) => (row[column] ?? "").length)),
  );
  return rows.map((row) =>
    row
      .map((cell, column) => {
        const width = widths[column] ?? 0;
        return column === 3 ? cell.padStart(width) : cell.padEnd(width);
      })
      .join("  ")
      .trimEnd(),
  );
}

function profileLine({ metadata, spec }: Profile): string {
  const { gates = [], credentials = [], pipeline } = spec;
  const named = [
    counted(gates.length, "gate", "gates"),
    counted(credentials.length, "credential", "credentials"),
    counted(pipeline?.requiredSteps.length ?? 0, "required step", "required steps"),
  ];
  return `PROFILE ${escapeText(metadata.name)}: ${named.join(", ")}`;
}

function counted(count: number, one: string, many: string): string {
  return `${count} ${count === 1 ? one : many}`;
}
