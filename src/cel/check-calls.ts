import type { Expression, NodeOf } from "./ast.ts";
import { type CheckContext, invalid, requireBool, spanOf } from "./check-context.ts";
import { refusedKnown } from "./check-names.ts";
import { checkOverloads } from "./check-operators.ts";
import type { Checked, MacroName } from "./checked.ts";
import { functionNames, overloadsOf } from "./functions/table.ts";
import { didYouMean } from "./suggest.ts";
import type { CelType } from "./type.ts";
import { BOOL, DYN, describeType } from "./types.ts";

type CallNode = NodeOf<"call">;

const macroNames: readonly MacroName[] = ["exists", "all", "exists_one", "filter", "map"];

/** Checks a call: of a macro, of a function or, with a target, of a method. */
export function checkCall(context: CheckContext, node: CallNode): Checked {
  const { target, name, args } = node;
  if (target === undefined) {
    if (name === "known") return invalid(context, node, refusedKnown);
    if (name === "has") return checkHas(context, node);
    if (name === "dyn" && args.length === 1) return checkDyn(context, node);
  } else {
    const macro = macroNames.find((each) => each === name);
    if (macro !== undefined) return checkMacro(context, { ...node, target, macro });
  }
  const candidates = overloadsOf(name, target !== undefined);
  if (candidates.length === 0) return unknownFunction(context, node);
  const operands = target === undefined ? args : [target, ...args];
  const checkedArgs = operands.map((each) => context.check(each));
  return checkOverloads(context, candidates, { span: spanOf(node), name, args: checkedArgs });
}

function unknownFunction(context: CheckContext, { target, name, nameSpan }: CallNode): Checked {
  const isMethod = target !== undefined;
  const extra = isMethod ? macroNames : ["has", "dyn"];
  return invalid(context, nameSpan, {
    code: "EXPRESSION_UNKNOWN_NAME",
    message: `unknown ${isMethod ? "method" : "function"} \`${name}\``,
    help: didYouMean(name, [...functionNames(isMethod), ...extra]),
  });
}

function checkDyn(context: CheckContext, node: CallNode): Checked {
  const [operand] = node.args.map((each) => context.check(each));
  if (operand === undefined) return unknownFunction(context, node);
  return { ...spanOf(node), kind: "dyn", operand, type: DYN };
}

function checkHas(context: CheckContext, node: CallNode): Checked {
  const [argument] = node.args;
  if (node.args.length !== 1 || argument?.kind !== "select") {
    return invalid(context, node, {
      message: "`has` takes one selection, such as `has(a.b)`",
      help: "compare a name without a dot with null: `a != null`",
    });
  }
  const path = context.check(argument);
  switch (path.kind) {
    case "variable":
    case "field":
    case "key":
      return { ...spanOf(node), kind: "has", path, type: BOOL };
    case "invalid":
      return path;
    default:
      return invalid(context, argument, { message: "`has` takes a variable or a field" });
  }
}

type MacroNode = CallNode & { readonly target: Expression; readonly macro: MacroName };

/** Checks `list.macro(x, …)`; the name `x` stands for each element in what follows it. */
function checkMacro(context: CheckContext, node: MacroNode): Checked {
  const { macro, args } = node;
  const range = context.check(node.target);
  const element = elementOf(range.type);
  if (element === undefined) {
    const message = `\`${macro}\` does not take \`${describeType(range.type)}\``;
    return invalid(context, range, { message });
  }
  const [variable, ...bodies] = args;
  const isCountRight = bodies.length === 1 || (macro === "map" && bodies.length === 2);
  if (variable?.kind !== "name" || !isCountRight) {
    const message = `\`${macro}\` takes a name and an expression about it`;
    return invalid(context, node, { message, help: `such as \`list.${macro}(x, …)\`` });
  }
  const outer = context.scope;
  const local = context.locals++;
  context.scope = { name: variable.name, index: local, type: element, outer };
  const checkedBodies = bodies.map((body) => context.check(body));
  context.scope = outer;
  const last = checkedBodies.at(-1);
  const predicate = macro === "map" && bodies.length === 1 ? undefined : checkedBodies[0];
  if (predicate !== undefined) requireBool(context, predicate);
  return {
    ...spanOf(node),
    kind: "macro",
    macro,
    range,
    local,
    element,
    predicate,
    transform: macro === "map" ? last : undefined,
    type: resultOf(macro, element, last?.type ?? DYN),
  };
}

function elementOf(type: CelType): CelType | undefined {
  if (type.kind === "list") return type.element;
  if (type.kind === "map") return type.key;
  return type.kind === "dyn" ? DYN : undefined;
}

function resultOf(macro: MacroName, element: CelType, transformed: CelType): CelType {
  if (macro === "filter") return { kind: "list", element };
  return macro === "map" ? { kind: "list", element: transformed } : BOOL;
}
