import { TRUE } from "../cel/truth.ts";
import type { CelType, VariableDeclaration } from "../cel/type.ts";
import type { ParamValue } from "../engine/policy.ts";
import { evaluateCondition } from "../engine/rules/condition.ts";
import { compareText } from "../input/compare-text.ts";
import type { Problem } from "../input/problem.ts";
import { type CompileContext, compileAt, report } from "./compile-context.ts";
import type { ParamDocument, PolicyDocument } from "./policy-document.ts";

/** A value given from outside, such as on the command line. */
export interface ParamSetting {
  /** `name`, for every policy that has such a param, or `policy.name`. */
  readonly name: string;
  readonly value: string;
}

/** The params of one policy with their values, in the order of their names. */
export interface CompiledParams {
  readonly names: readonly string[];
  readonly values: readonly ParamValue[];
  readonly defaults: readonly ParamValue[];
  /** As expressions see them: `params.<name>`. */
  readonly variables: readonly VariableDeclaration[];
}

/** Fills in defaults and settings, and checks both against the params' own schema. */
export function compileParams(
  context: CompileContext,
  policy: PolicyDocument,
  settings: readonly ParamSetting[],
): CompiledParams {
  const declared = policy.spec.params?.properties ?? {};
  const entries = Object.entries(declared).sort(([a], [b]) => compareText(a, b));
  const names = entries.map(([name]) => name);
  const defaults: ParamValue[] = [];
  const values: ParamValue[] = [];
  for (const [name, param] of entries) {
    const problem = mistakeIn(param, param.default);
    if (problem !== undefined) {
      const path = ["spec", "params", "properties", name, "default"];
      report(context, path, {
        code: "POLICY_PARAM_INVALID",
        message: `default of param \`${name}\` ${problem}`,
      });
    }
    defaults.push(param.default);
    values.push(settingOf(context, { policy: policy.metadata.name, name, param }, settings));
  }
  const variables = entries.map(([name, param]) => ({
    name: `params.${name}`,
    type: typeOf(param),
    mayBeAbsent: false,
  }));
  const params: CompiledParams = { names, values, defaults, variables };
  checkBetweenParams(context, policy, params);
  return params;
}

function settingOf(
  context: CompileContext,
  at: { readonly policy: string; readonly name: string; readonly param: ParamDocument },
  settings: readonly ParamSetting[],
): ParamValue {
  const { policy, name, param } = at;
  // The last one wins, and one for this policy alone wins over one for all.
  const setting =
    settings.findLast((other) => other.name === `${policy}.${name}`) ??
    settings.findLast((other) => other.name === name);
  if (setting === undefined) return param.default;
  const value = readSetting(param, setting.value);
  const mistake = value === undefined ? mistakeIn(param, setting.value) : mistakeIn(param, value);
  if (value !== undefined && mistake === undefined) return value;
  context.problems.push(paramProblem(`value of param \`${setting.name}\` ${mistake}`, param));
  return param.default;
}

function paramProblem(message: string, param: ParamDocument): Problem {
  const expected = param.enum?.map((word) => `\`${word}\``).join(" or ") ?? kindOf(param);
  return { code: "POLICY_PARAM_INVALID", message, position: undefined, expected };
}

/** Reads a value given as text; undefined when it is not of the param's type. `08` is no integer. */
function readSetting(param: ParamDocument, text: string): ParamValue | undefined {
  const kind = kindOf(param);
  if (kind === "string") return text;
  if (kind === "boolean") return text === "true" ? true : text === "false" ? false : undefined;
  return /^(0|-?[1-9]\d{0,15})$/.test(text) && Number.isSafeInteger(Number(text))
    ? Number(text)
    : undefined;
}

/** What is wrong with a value, as the end of a sentence; undefined when nothing is. */
function mistakeIn(param: ParamDocument, value: unknown): string | undefined {
  switch (kindOf(param)) {
    case "integer":
      return integerMistake(param, value);
    case "boolean":
      return typeof value === "boolean" ? undefined : "is not true or false";
    case "string":
      if (typeof value !== "string") return "is not text";
      return param.enum?.includes(value) === false ? "is not one of its values" : undefined;
  }
}

function integerMistake({ minimum, maximum }: ParamDocument, value: unknown): string | undefined {
  if (typeof value !== "number" || !Number.isSafeInteger(value)) return "is not an integer";
  if (minimum !== undefined && value < minimum) return `is less than ${minimum}`;
  return maximum !== undefined && value > maximum ? `is more than ${maximum}` : undefined;
}

function kindOf(param: ParamDocument): "integer" | "string" | "boolean" {
  return param.enum === undefined ? (param.type ?? "string") : "string";
}

function typeOf(param: ParamDocument): CelType {
  if (param.enum !== undefined) return { kind: "enum", name: "param", values: param.enum };
  const kind = kindOf(param);
  return { kind: kind === "integer" ? "int" : kind === "boolean" ? "bool" : "string" };
}

function checkBetweenParams(
  context: CompileContext,
  policy: PolicyDocument,
  params: CompiledParams,
): void {
  for (const [index, { expression, message }] of (policy.spec.paramValidations ?? []).entries()) {
    const path = ["spec", "paramValidations", String(index), "expression"];
    const program = compileAt(context, path, {
      text: expression,
      variables: params.variables,
      expects: { kind: "bool" },
    });
    if (program === undefined) continue;
    const holds = evaluateCondition(program, { at: (slot) => params.values[slot] ?? null });
    if (holds.may !== TRUE) report(context, path, { code: "POLICY_PARAM_INVALID", message });
  }
}
