import type { Expression } from "./ast.ts";
import { checkCall } from "./calls.ts";
import { createFrame, type Frame, noBindings, type Run, withinBudget } from "./code.ts";
import type { Compiled, ExpressionProblem, Program } from "./expression.ts";
import { noGuards } from "./guards.ts";
import { checkList, checkLiteral, checkMap } from "./literals.ts";
import { checkConditional, checkLogic } from "./logic.ts";
import { checkIndex, checkSelection } from "./names.ts";
import { type CheckContext, type Library, type Node, report, requireType, textOf } from "./node.ts";
import { checkBinary, checkUnary } from "./operators.ts";
import { parse } from "./parser.ts";
import { tracer } from "./trace.ts";
import { type CelType, DYN, type VariableDeclaration } from "./type.ts";

/** What an expression may name. */
export interface Environment {
  /** Of two with one name, the later wins. */
  readonly variables: readonly VariableDeclaration[];
  readonly library: Library;
}

export interface CompileOptions {
  /** The type that the expression must have. */
  readonly expects?: CelType;
  /** Leaves types and names to the evaluation, as CEL does for what is not checked. Not for policies. */
  readonly isDynamic?: boolean;
}

/**
 * Reads, checks and compiles an expression over declared variables and functions.
 *
 * A mistake in the syntax ends the reading; otherwise every mistake is reported. What is compiled never
 * throws: an error is a `CelError`, ignorance an `Unknown`.
 */
export function compile(
  text: string,
  { variables, library }: Environment,
  { expects, isDynamic = false }: CompileOptions = {},
): Compiled {
  const parsed = parse(text);
  if ("code" in parsed) return { ok: false, problems: [parsed] };
  const context: CheckContext = {
    text,
    variables: new Map(variables.map((each, slot) => [each.name, { ...each, slot }])),
    library,
    problems: [],
    slots: new Set(),
    made: new Map(),
    locals: 0,
    scope: undefined,
    isDynamic,
    check: (node) => {
      const checked = checkNode(context, node);
      return isDynamic ? { ...checked, type: DYN } : checked;
    },
  };
  const root = context.check(parsed);
  if (expects !== undefined) requireType(context, root, expects);
  const { run, mayBeAbsent } = root.compile(noGuards);
  if (mayBeAbsent && expects?.kind === "bool") {
    const message = `\`${textOf(context, parsed)}\` may be absent`;
    const help = "a condition must be a bool: compare with null, or with true";
    report(context, parsed, { code: "EXPRESSION_UNGUARDED", message, help });
  }
  const problems = context.problems.toSorted(byOffset);
  if (problems.length > 0) return { ok: false, problems };
  const slots = [...context.slots].sort((a, b) => a - b);
  const evaluate = evaluator(run, context, parsed.weight);
  const trace = tracer(context, parsed, checkNode);
  const { type } = root;
  const program = { text, type, mayBeAbsent, slots, evaluate, trace, syntax: parsed };
  return { ok: true, program: { ...program, variables: context.variables } };
}

function byOffset(a: ExpressionProblem, b: ExpressionProblem): number {
  return a.offset - b.offset || a.end - b.end;
}

/** Resolves the names and types of a part. Problems are collected; none ends the check. */
function checkNode(context: CheckContext, node: Expression): Node {
  switch (node.kind) {
    case "literal":
      return checkLiteral(node);
    case "name":
    case "select":
      return checkSelection(context, node);
    case "index":
      return checkIndex(context, node);
    case "call":
      return checkCall(context, node);
    case "list":
      return checkList(context, node);
    case "map":
      return checkMap(context, node);
    case "unary":
      return checkUnary(context, node);
    case "binary":
      return checkBinary(context, node);
    case "logic":
      return checkLogic(context, node);
    case "conditional":
      return checkConditional(context, node);
  }
}

/** Runs code with a frame that is used again; another one is made while it is in use. */
function evaluator(run: Run, context: CheckContext, weight: number): Program["evaluate"] {
  const { locals, slots } = context;
  let spare: Frame | undefined;
  return (bindings) => {
    const frame = spare ?? createFrame(locals);
    spare = undefined;
    frame.bindings = bindings;
    frame.cost = weight;
    frame.place = 0;
    frame.exceededAt = undefined;
    const value = withinBudget(frame, slots, run(frame));
    frame.bindings = noBindings;
    spare = frame;
    return value;
  };
}
