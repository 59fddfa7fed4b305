import type { Program } from "../cel/expression.ts";
import { type CelType, DYN, type VariableDeclaration } from "../cel/type.ts";
import type { ParamValue } from "../engine/policy.ts";
import { compareText } from "../input/compare-text.ts";
import type { Problem } from "../input/problem.ts";
import { nearest, suggestion } from "../input/suggest.ts";
import { type CompileContext, report } from "./compile-context.ts";
import type { ParamDocument, PolicyDocument } from "./policy-document.ts";
import type { PolicySettings } from "./policy-settings.ts";
import { compileValidations, type SetParam } from "./validate-params.ts";

/** The params of one policy with their values, in the order of their names. */
export interface CompiledParams {
  readonly names: readonly string[];
  readonly values: readonly ParamValue[];
  readonly defaults: readonly ParamValue[];
  /** What must hold between them, compiled over `variables` alone. */
  readonly validations: readonly Program[];
  /** As expressions see them: `params.<name>`. */
  readonly variables: readonly VariableDeclaration[];
}

/** Fills in defaults and settings, and checks both against the params' own schema. */
export function compileParams(
  context: CompileContext,
  policy: PolicyDocument,
  settings: PolicySettings,
): CompiledParams {
  const before = context.problems.length;
  const declared = policy.spec.params?.properties ?? {};
  const entries = Object.entries(declared).sort(([a], [b]) => compareText(a, b));
  const names = entries.map(([name]) => name);
  const defaults: ParamValue[] = [];
  const params: SetParam[] = [];
  // Of what the schema does not let pass nothing else is said.
  const isBroken = (name: string): boolean =>
    context.isTouched(["spec", "params", "properties", name]);
  for (const [name, param] of entries) {
    if (!isBroken(name)) checkDefault(context, name, param);
    const place = { policy: policy.metadata.name, name, param };
    defaults.push(param.default);
    params.push(isBroken(name) ? defaultOf(param) : settingOf(context, place, settings));
  }
  const variables = entries.map(([name, param]) => ({
    name: `params.${name}`,
    type: isBroken(name) ? DYN : typeOf(param),
    mayBeAbsent: false,
  }));
  const isSound = context.problems.length === before && !names.some(isBroken);
  const validations = compileValidations(context, policy, { names, params, variables, isSound });
  const values = params.map(({ value }) => value);
  return { names, values, defaults, variables, validations };
}

function checkDefault(context: CompileContext, name: string, param: ParamDocument): void {
  const path = ["spec", "params", "properties", name];
  const { minimum, maximum } = param;
  if (kindOf(param) !== "integer" && (minimum ?? maximum) !== undefined) {
    const bound = minimum === undefined ? "maximum" : "minimum";
    report(context, [...path, bound], {
      code: "POLICY_PARAM_INVALID",
      message: `\`${bound}\` is for integers, and param \`${name}\` is none`,
      help: `leave it out, or say \`type: integer\``,
    });
    return;
  }
  if (minimum !== undefined && maximum !== undefined && minimum > maximum) {
    report(context, [...path, "maximum"], {
      code: "POLICY_PARAM_INVALID",
      message: `no value of param \`${name}\` is at least ${minimum} and at most ${maximum}`,
    });
    return;
  }
  const problem = mistakeIn(param, param.default);
  if (problem === undefined) return;
  report(context, [...path, "default"], {
    code: "POLICY_PARAM_INVALID",
    message: `default of param \`${name}\` ${problem}`,
    ...wordMeant(param, param.default),
  });
}

function wordMeant(param: ParamDocument, value: ParamValue): Pick<Problem, "help"> {
  return suggestion(nearest(String(value), param.enum ?? []));
}

function settingOf(
  context: CompileContext,
  at: { readonly policy: string; readonly name: string; readonly param: ParamDocument },
  { params: settings, bound }: PolicySettings,
): SetParam {
  const { policy, name, param } = at;
  // The last one wins, and one for this policy alone wins over one for all.
  const setting =
    settings.findLast((other) => other.name === `${policy}.${name}`) ??
    settings.findLast((other) => other.name === name);
  const inBinding = bound.get(name);
  if (setting === undefined) {
    return inBinding === undefined
      ? defaultOf(param)
      : { value: inBinding.value, from: inBinding.position };
  }
  const value = readSetting(param, setting.value);
  const mistake = value === undefined ? mistakeIn(param, setting.value) : mistakeIn(param, value);
  if (value !== undefined && mistake === undefined) return { value, from: "--param" };
  context.problems.push({
    code: "POLICY_PARAM_INVALID",
    message: `value of param \`${setting.name}\` ${mistake}`,
    position: undefined,
    ...whatParamTakes(param, setting.value),
  });
  return defaultOf(param);
}

function defaultOf(param: ParamDocument): SetParam {
  return { value: param.default, from: undefined };
}

/** What would be right for a param, and the word that was probably meant. */
export function whatParamTakes(
  param: ParamDocument,
  value: ParamValue,
): Pick<Problem, "expected" | "help"> {
  const expected = param.enum?.map((word) => `\`${word}\``).join(" or ") ?? kindOf(param);
  return { expected, ...wordMeant(param, value) };
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
export function mistakeIn(param: ParamDocument, value: unknown): string | undefined {
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
