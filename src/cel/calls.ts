import type { Expression, NodeOf, Span } from "./ast.ts";
import { type Code, errorAt, foldIfConstant } from "./code.ts";
import {
  callOverload,
  mayTake,
  noOverload,
  type Overload,
  takesTypes,
} from "./functions/overload.ts";
import { functionNames, overloadsOf } from "./functions/table.ts";
import type { Guards } from "./guards.ts";
import { isList } from "./kinds.ts";
import { checkMacro, macroNames } from "./macros.ts";
import { refusedKnown } from "./names.ts";
import { type CheckContext, demand, invalid, makeNode, type Node } from "./node.ts";
import { hasNode } from "./reads.ts";
import { type Strict, strictRun } from "./strict.ts";
import { didYouMean } from "./suggest.ts";
import { type CelType, DYN, describeType, domainOf, kindOfType } from "./type.ts";
import { causesOf, mayBeNull, unite } from "./unknown.ts";
import { CelError, type CelValue, Unknown } from "./value.ts";

type CallNode = NodeOf<"call">;

/** Checks a call: of a macro, of a function or, with a target, of a method. */
export function checkCall(context: CheckContext, node: CallNode): Node {
  const { target, name, args } = node;
  if (target === undefined) {
    if (name === "known") return invalid(context, node, refusedKnown);
    if (name === "has") return checkHas(context, node);
    const [operand] = args;
    if (name === "dyn" && operand !== undefined && args.length === 1) {
      return dynNode(node, context.check(operand));
    }
  } else {
    const macro = macroNames.find((each) => each === name);
    if (macro !== undefined) return checkMacro(context, { ...node, target, macro });
  }
  const candidates = overloadsOf(name, target !== undefined);
  if (candidates.length === 0) return unknownFunction(context, node);
  return callNode(context, node, candidates, target === undefined ? args : [target, ...args]);
}

function unknownFunction(context: CheckContext, { target, name, nameSpan }: CallNode): Node {
  const isMethod = target !== undefined;
  const extra = isMethod ? macroNames : ["has", "dyn"];
  return invalid(context, nameSpan, {
    code: "EXPRESSION_UNKNOWN_NAME",
    message: `unknown ${isMethod ? "method" : "function"} \`${name}\``,
    help: didYouMean(name, [...functionNames(isMethod), ...extra]),
  });
}

/** `dyn()`: the same value, of which nothing is known beforehand. */
function dynNode(span: Span, operand: Node): Node {
  return makeNode(span, DYN, (guards) => operand.compile(guards));
}

function checkHas(context: CheckContext, node: CallNode): Node {
  const [argument] = node.args;
  if (node.args.length !== 1 || argument?.kind !== "select") {
    return invalid(context, node, {
      message: "`has` takes one selection, such as `has(a.b)`",
      help: "compare a name without a dot with null: `a != null`",
    });
  }
  const path = context.check(argument);
  if (path.path !== undefined) return hasNode(context, node, path, argument.field);
  if (path.constant === undefined) return path;
  return invalid(context, argument, { message: "`has` takes a variable or a field" });
}

/** A call of all those overloads that take the types of its operands. */
export function callNode(
  context: CheckContext,
  span: Span,
  candidates: readonly Overload[],
  operands: readonly Expression[],
): Node {
  const args = operands.map((each) => context.check(each));
  const types = args.map((arg) => arg.type);
  const overloads = candidates.filter((candidate) => takesTypes(candidate, types));
  if (overloads.length === 0) {
    const name = candidates[0]?.name.replace("_", "");
    const found = types.map((each) => `\`${describeType(each)}\``).join(" and ");
    const message = `\`${name}\` does not take ${found || "no argument"}`;
    return invalid(context, span, { message });
  }
  const type = resultOf(overloads, types);
  const strict: Strict = {
    cost: stepsOf,
    apply: (values, meter) => {
      const result = callOverload(overloads, values, meter);
      return result instanceof CelError ? errorAt(result.code, result.message, span) : result;
    },
    guess: (values) => guessCall({ span, type, types, overloads }, values),
  };
  const takesNull = (index: number): boolean =>
    overloads.every(({ parameters }) => parameters[index] === "any");
  const compile = (guards: Guards): Code => {
    const parts = args.map((arg, index) =>
      takesNull(index) ? arg.compile(guards) : demand(context, arg, guards),
    );
    return foldIfConstant(strictRun(parts, strict), parts);
  };
  return makeNode(span, type, compile);
}

function resultOf(overloads: readonly Overload[], types: readonly CelType[]): CelType {
  const results = overloads.map(({ result }) =>
    typeof result === "function" ? result(types) : result,
  );
  const [first = DYN] = results;
  return results.every((each) => kindOfType(each) === kindOfType(first)) ? first : DYN;
}

/** What reading some operands costs: long texts and lists are charged by their length. */
function stepsOf(values: readonly CelValue[]): number {
  let steps = 1;
  for (const value of values) {
    if (typeof value === "string" || isList(value)) steps += value.length >> 4;
  }
  return steps;
}

interface Call {
  readonly span: Span;
  readonly type: CelType;
  /** Types of the operands. */
  readonly types: readonly CelType[];
  readonly overloads: readonly Overload[];
}

/** What a call may give when an operand may be anything of its type. */
function guessCall({ span, type, types, overloads }: Call, values: readonly CelValue[]): CelValue {
  const fitting = overloads.filter(({ parameters }) => mayTake(parameters, values));
  const [first] = fitting;
  if (first === undefined) return errorAt("NoSuchOverload", noOverload(overloads, values), span);
  const domain = domainOf(type);
  const bounds = first.bounds ?? { present: true };
  const result = new Unknown(causesOf(values), domain ? { ...bounds, oneOf: domain } : bounds);
  const mayMismatch = values.some(
    (value, index) =>
      first.parameters[index] !== "any" &&
      (mayBeNull(value) || (value instanceof Unknown && types[index]?.kind === "dyn")),
  );
  const mayFail = fitting.find((each) => each.mayFail !== undefined)?.mayFail;
  const errorCode = mayMismatch ? "NoSuchOverload" : mayFail;
  if (errorCode === undefined) return result;
  const message = `\`${first.name}\` may fail on what is not known`;
  return unite([result, errorAt(errorCode, message, span)], []);
}
