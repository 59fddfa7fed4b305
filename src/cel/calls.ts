import { didYouMean } from "../input/suggest.ts";
import type { Expression, NodeOf, Span } from "./ast.ts";
import { causesOf } from "./causes.ts";
import {
  type Code,
  charge,
  costExceeded,
  errorAt,
  foldIfConstant,
  type Run,
  traversalCost,
} from "./code.ts";
import type { Guards } from "./guards.ts";
import { isList } from "./kinds.ts";
import { hasNode } from "./membership.ts";
import { isUndeclared, nameOf, refusedNode } from "./names.ts";
import type { MacroCall } from "./node.ts";
import { type CheckContext, demand, invalid, makeNode, type Node, overloadsOf } from "./node.ts";
import {
  callOverload,
  mayTake,
  noOverload,
  type Overload,
  shownName,
  takesTypes,
} from "./overload.ts";
import { type Strict, strictRun } from "./strict.ts";
import { type CelType, DYN, describeType, domainOf, kindOfType } from "./type.ts";
import { mayBeNull, unite } from "./unknown.ts";
import { CelError, type CelValue, Unknown } from "./value.ts";

type CallNode = NodeOf<"call">;

/** Checks a call: of a macro, of a function or, with a target, of a method. */
export function checkCall(context: CheckContext, node: CallNode): Node {
  const { target, name, args } = node;
  const built =
    target === undefined ? builtIn(context, node) : macroCall(context, { ...node, target });
  if (built !== undefined) return built;
  const candidates = overloadsOf(context, name, target !== undefined);
  if (candidates.length === 0) return unknownFunction(context, node);
  return callNode(context, node, candidates, target === undefined ? args : [target, ...args]);
}

/** Functions that look at how their argument is written, or at no value at all. */
function builtIn(context: CheckContext, node: CallNode): Node | undefined {
  const { name, args } = node;
  const refused = refusedNode(context, node, name);
  if (refused !== undefined) return refused;
  if (name === "has") return checkHas(context, node);
  const [operand] = args;
  if (name !== "dyn" || operand === undefined || args.length > 1) return undefined;
  const { compile } = context.check(operand);
  // The same value, of which nothing is known beforehand.
  return makeNode(node, DYN, (guards) => compile(guards));
}

/** Macros, and functions in a namespace such as `optional.of`. */
function macroCall(context: CheckContext, node: MacroCall): Node | undefined {
  const { target, name, args } = node;
  const macro = context.library.macros.get(name);
  if (macro !== undefined) return macro(context, node);
  const space = isUndeclared(context, target) ? nameOf(target)?.name : undefined;
  const candidates = space === undefined ? [] : overloadsOf(context, `${space}.${name}`, false);
  return candidates.length === 0 ? undefined : callNode(context, node, candidates, args);
}

function unknownFunction(context: CheckContext, { target, name, nameSpan }: CallNode): Node {
  const isMethod = target !== undefined;
  const extra = isMethod ? context.library.macros.keys() : ["has", "dyn"];
  const message = `unknown ${isMethod ? "method" : "function"} \`${name}\``;
  const help = didYouMean(name, [...functionNames(context, isMethod), ...extra]);
  return invalid(context, nameSpan, { code: "EXPRESSION_UNKNOWN_NAME", message, help });
}

/** Names that can be written with parentheses. */
function functionNames(context: CheckContext, isMethod: boolean): readonly string[] {
  const names = [...context.library.functions.keys()].filter((name) => /^[\w.]+$/.test(name));
  return names.filter((name) => overloadsOf(context, name, isMethod).length > 0);
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
  if (path.path !== undefined || path.isOptionalRead)
    return hasNode(context, node, path, argument.field);
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
  const fitting = candidates.filter((candidate) => takesTypes(candidate, types));
  if (fitting.length === 0) {
    const found = types.map((each) => `\`${describeType(each)}\``).join(" and ");
    const message = `\`${shownName(candidates)}\` does not take ${found || "no argument"}`;
    return invalid(context, span, { message, help: helpFor(candidates) });
  }
  const [only, ...others] = fitting;
  const constants = args.map((arg) => arg.constant);
  const prepared = others.length === 0 ? only?.prepare?.(constants, context.made) : undefined;
  if (prepared !== undefined && "mistake" in prepared) {
    return invalid(context, args[prepared.at] ?? span, { message: prepared.mistake });
  }
  return preparedNode(context, span, args, prepared === undefined ? fitting : [prepared]);
}

function preparedNode(
  context: CheckContext,
  span: Span,
  args: readonly Node[],
  overloads: readonly Overload[],
): Node {
  const types = args.map((arg) => arg.type);
  const type = resultOf(overloads, types);
  const strict: Strict = {
    cost: lengthCost,
    offset: span.offset,
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
    const run = strictRun(parts, strict);
    return foldIfConstant(textRun(span, parts, overloads, run) ?? run, parts);
  };
  return makeNode(span, type, compile);
}

/** What a function takes, a method what stands before the dot first; unless that is too much to say. */
function helpFor(candidates: readonly Overload[]): string | undefined {
  const lists = candidates.map(({ parameters }) => `\`(${parameters.join(", ")})\``);
  return lists.length > 6 ? undefined : `it takes ${lists.join(" or ")}`;
}

/** The usual call, of two texts, without a list of arguments on the way; anything else is left to `otherwise`. */
function textRun(
  { offset }: Span,
  [first, second]: readonly Code[],
  [only, ...others]: readonly Overload[],
  otherwise: Run,
): Run | undefined {
  const test = others.length === 0 ? only?.ofTexts : undefined;
  if (test === undefined || first === undefined || second === undefined) return undefined;
  return (frame) => {
    const a = first.run(frame);
    const b = second.run(frame);
    if (typeof a !== "string" || typeof b !== "string") return otherwise(frame);
    frame.place = offset;
    const cost = traversalCost(a.length) + traversalCost(b.length);
    const isPaid = charge(frame, test.cost === undefined ? cost : cost + test.cost(a, b));
    return isPaid ? test.test(a, b) : costExceeded;
  };
}

function resultOf(overloads: readonly Overload[], types: readonly CelType[]): CelType {
  const results = overloads.map(({ result }) =>
    typeof result === "function" ? result(types) : result,
  );
  const [first = DYN] = results;
  return results.every((each) => kindOfType(each) === kindOfType(first)) ? first : DYN;
}

/** What reading some operands costs. */
function lengthCost(values: readonly CelValue[]): number {
  const lengthOf = (value: CelValue): number =>
    typeof value === "string" || isList(value) || value instanceof Uint8Array ? value.length : 0;
  return values.reduce<number>((cost, value) => cost + traversalCost(lengthOf(value)), 0);
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
  if (first.guess !== undefined) return first.guess(values);
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
