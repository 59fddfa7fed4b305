import type { Expression, NodeOf, Span } from "./ast.ts";
import { type Code, code, constantCode, errorAt } from "./code.ts";
import type { ExpressionProblem } from "./expression.ts";
import type { Absences, Guards, Path } from "./guards.ts";
import type { FunctionTable, Overload } from "./overload.ts";
import { type CelType, type DeclaredVariable, DYN, describeType, isAssignable } from "./type.ts";
import type { CelValue, TypeName } from "./value.ts";

/** A part of an expression that was checked: its names are resolved, and its type is known. */
export interface Node extends Span {
  readonly type: CelType;
  /**
   * Compiles it, and reports operands in it that may be absent and are not guarded. What is tested
   * for absence is never read as guarded, or the test would always be true.
   */
  readonly compile: (guards: Guards, isTested?: boolean) => Code;
  readonly path?: Path;
  readonly absences?: Absences;
  /** What a literal, or a name of a type, stands for. */
  readonly constant?: CelValue;
  /** What a key or an index is read from. */
  readonly container?: Node;
  /** Whether it gives an optional because it was read so. */
  readonly isOptionalRead?: true;
}

/** A macro's variable: its place among the locals, and the scope around it. */
export interface LocalScope {
  readonly name: string;
  readonly index: number;
  readonly type: CelType;
  readonly outer: LocalScope | undefined;
}

/** What the check of one expression works with. */
export interface CheckContext {
  readonly text: string;
  readonly variables: ReadonlyMap<string, DeclaredVariable>;
  readonly library: Library;
  readonly problems: ExpressionProblem[];
  /** Slots of the variables that are read. */
  readonly slots: Set<number>;
  /** What overloads made of constants, and the size of each. */
  readonly made: Map<string, number>;
  /** How many macro variables were seen so far; each has a place of its own. */
  locals: number;
  /** The macro variables that may be read here. */
  scope: LocalScope | undefined;
  /** Whether mistakes in types and names are left to be errors of the evaluation. */
  readonly isDynamic: boolean;
  /** Checks a part of the expression. */
  readonly check: (node: Expression) => Node;
}

/** What every expression may use beside its variables. */
export interface Library {
  readonly functions: FunctionTable;
  readonly macros: MacroTable;
  /** Names that stand for types. */
  readonly typeNames: ReadonlyMap<string, TypeName>;
  /** Names that nothing may have, and why. */
  readonly refused: ReadonlyMap<string, { readonly message: string; readonly help: string }>;
}

/** A call of which the arguments are not just values: names that stand for something, or what may not be evaluated. */
export type MacroCall = NodeOf<"call"> & { readonly target: Expression };

/** The macros that expressions may use, by name; each checks a call, and says how it is compiled. */
export type MacroTable = ReadonlyMap<string, (context: CheckContext, call: MacroCall) => Node>;

/** A mistake and, if there is one, the cure. */
interface Complaint {
  readonly code?: ExpressionProblem["code"];
  readonly message: string;
  readonly help?: string | undefined;
}

export function textOf({ text }: CheckContext, { offset, end }: Span): string {
  return text.slice(offset, end);
}

export function report(context: CheckContext, { offset, end }: Span, complaint: Complaint): void {
  if (context.isDynamic) return;
  const { help, ...rest } = complaint;
  const problem = { code: "EXPRESSION_TYPE", ...rest, offset, end } as const;
  context.problems.push(help === undefined ? problem : { ...problem, help });
}

type Compile = Node["compile"];

/** A node, and what more there is to say of it. */
export function makeNode(
  { offset, end }: Span,
  type: CelType,
  compile: Compile,
  more: Partial<Omit<Node, keyof Span | "type" | "compile">> = {},
): Node {
  return { offset, end, type, compile, ...more };
}

/** Reports a mistake and gives a node that stands for what could not be understood. */
export function invalid(context: CheckContext, span: Span, complaint: Complaint): Node {
  report(context, span, complaint);
  const error = errorAt("NoSuchOverload", complaint.message, span);
  return makeNode(span, DYN, () => code(() => error));
}

export function constantNode(span: Span, constant: CelValue, type: CelType): Node {
  return makeNode(span, type, () => constantCode(constant), { constant });
}

/** Reports a node whose values can never be of the type that is asked for. */
export function requireType(context: CheckContext, node: Node, expected: CelType): void {
  if (isAssignable(node.type, expected)) return;
  const message = `expected \`${describeType(expected)}\`, found \`${describeType(node.type)}\``;
  report(context, node, { message });
}

/** Compiles an operand that must not be absent. */
export function demand(context: CheckContext, node: Node, guards: Guards): Code {
  const compiled = node.compile(guards);
  if (compiled.mayBeAbsent && node.constant === undefined) {
    const text = textOf(context, node);
    const isPath = node.path?.key !== undefined;
    const help = isPath ? `guard it: \`${text} != null && …\`` : "give it a value for null";
    const message = `\`${text}\` may be absent`;
    report(context, node, { code: "EXPRESSION_UNGUARDED", message, help });
  }
  return compiled;
}

/** Compiles what is put in a list or map: that is of its type, so that reading it asks for no guard. */
export function demandHeld(context: CheckContext, node: Node, guards: Guards): Code {
  const isNullable = node.type.kind === "dyn" || node.type.kind === "null";
  return isNullable ? node.compile(guards) : demand(context, node, guards);
}

/** All ways to call a function, an operator or, with something before the dot, a method. */
export function overloadsOf(
  { library }: CheckContext,
  name: string,
  isMethod: boolean,
): readonly Overload[] {
  return library.functions.get(name)?.filter((each) => each.isMethod === isMethod) ?? [];
}
