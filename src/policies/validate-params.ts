import type { Program } from "../cel/expression.ts";
import { TRUE } from "../cel/truth.ts";
import { BOOL, type VariableDeclaration } from "../cel/type.ts";
import type { ParamValue } from "../engine/policy.ts";
import { evaluateCondition } from "../engine/rules/condition.ts";
import type { SourcePosition } from "../input/problem.ts";
import { type CompileContext, compileAt, report } from "./compile-context.ts";
import type { PolicyDocument } from "./policy-document.ts";

/** A value that a param has. */
export interface SetParam {
  readonly value: ParamValue;
  /** What set it: a binding, at a place of it, or the command line; undefined: it is the default. */
  readonly from: SourcePosition | "--param" | undefined;
}

/** The params of one policy, for what must hold between them. */
export interface ParamList {
  readonly names: readonly string[];
  readonly params: readonly SetParam[];
  readonly variables: readonly VariableDeclaration[];
  /** Each of them is right by itself. */
  readonly isSound: boolean;
}

/** Compiles what must hold between params and, where each of these is right by itself, sees whether it does. */
export function compileValidations(
  context: CompileContext,
  policy: PolicyDocument,
  list: ParamList,
): readonly Program[] {
  const programs: Program[] = [];
  for (const [index, { expression, message }] of (policy.spec.paramValidations ?? []).entries()) {
    const path = ["spec", "paramValidations", String(index), "expression"];
    const program = compileAt(context, path, {
      text: expression,
      variables: list.variables,
      expects: BOOL,
    });
    if (program === undefined || context.isFilled(path)) continue;
    programs.push(program);
    if (!list.isSound) continue;
    const holds = evaluateCondition(program, { at: (slot) => list.params[slot]?.value ?? null });
    if (holds.may === TRUE) continue;
    const help = `the params are ${list.params.map((_, slot) => textOf(list, slot)).join(", ")}`;
    report(context, path, { code: "POLICY_PARAM_INVALID", message, help });
    const inPolicy = `of policy \`${policy.metadata.name}\``;
    for (const slot of program.slots) {
      const { value, from } = list.params[slot] ?? {};
      if (typeof from !== "object") continue;
      context.problems.push({
        code: "POLICY_PARAM_INVALID",
        message: `\`${list.names[slot]}: ${value}\` does not go together with other params ${inPolicy}: ${message}`,
        position: from,
        help,
      });
    }
  }
  return programs;
}

/** A param with its value and, as they may be set anywhere, what set it. */
function textOf({ names, params }: ParamList, slot: number): string {
  const { value, from } = params[slot] ?? {};
  const origin = typeof from === "object" ? `${from.file}:${from.line}` : from;
  return `${names[slot]}=${value}${origin === undefined ? "" : ` (${origin})`}`;
}
