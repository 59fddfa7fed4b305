import type { ExpressionProblem, Program } from "../cel/expression.ts";
import type { CelType, VariableDeclaration } from "../cel/type.ts";
import { compileExpression } from "../cel-library/compile-expression.ts";
import type { Problem, ProblemCode, SourcePosition } from "../input/problem.ts";
import type { ValuePath } from "../input/source-document.ts";
import { nearest } from "../input/suggest.ts";
import { compileTemplate, type Template } from "../messages/template.ts";
import type { RepairedDocument } from "./repair-document.ts";
import { namesAt, type Usage, WORDS_MAX } from "./usage.ts";

/** Collects what is wrong with one policy document while it is compiled. */
export interface CompileContext
  extends Pick<RepairedDocument, "document" | "isFilled" | "isTouched" | "lost"> {
  readonly problems: Problem[];
  readonly usage: Usage;
  /** Of the policy's subject. */
  readonly factNames: ReadonlySet<string>;
}

/** Help for a name that occurs twice. */
export function firstAt({ file, line }: SourcePosition): string {
  return `the first is at \`${file}:${line}\``;
}

/** Whether the name of what stands at a path was read, and is not a stand-in. */
export function isNamed({ isFilled }: Pick<CompileContext, "isFilled">, path: ValuePath): boolean {
  return !isFilled([...path, "name"]);
}

/** Reports the second of two parts of one document that have one name. */
export function reportSecond(
  context: CompileContext,
  second: {
    readonly noun: "rules" | "variables";
    readonly name: string;
    readonly path: ValuePath;
    readonly first: ValuePath;
  },
): void {
  const { noun, name, path, first } = second;
  report(context, [...path, "name"], {
    code: "POLICY_DUPLICATE_NAME",
    message: `two ${noun} are named \`${name}\``,
    help: firstAt(context.document.positionAt([...first, "name"])),
  });
}

/** Adds a problem at a value of the document, or at its key. */
export function report(
  context: CompileContext,
  path: ValuePath,
  problem: {
    readonly code: ProblemCode;
    readonly message: string;
    readonly help?: string;
    readonly at?: "key" | "value";
  },
): void {
  if (context.isFilled(path)) return;
  const { at, ...rest } = problem;
  context.problems.push({ ...rest, position: context.document.positionAt(path, at) });
}

/** An expression or message, and what it may name. */
interface ExpressionSource {
  readonly text: string;
  readonly variables: readonly VariableDeclaration[];
  /** Where it is a variable's: its name, and those of the variables below it, which it may not use. */
  readonly notYet?: readonly string[];
}

/** Compiles the expression at `path`; undefined when it is wrong, which is then reported. */
export function compileAt(
  context: CompileContext,
  path: ValuePath,
  source: ExpressionSource & { readonly expects?: CelType },
): Program | undefined {
  const options = source.expects === undefined ? {} : { expects: source.expects };
  const compiled = compileExpression(source.text, source.variables, options);
  if (compiled.ok) {
    const { slots } = compiled.program;
    context.usage.reads.push({ path, names: namesAt(slots, source.variables) });
    return compiled.program;
  }
  context.usage.unread.push(source.text);
  reportExpression(context, path, source, compiled.problems);
  return undefined;
}

/** Compiles the message at `path`, if there is one. */
export function compileTemplateAt(
  context: CompileContext,
  path: ValuePath,
  text: string | undefined,
  variables: readonly VariableDeclaration[],
): Template | undefined {
  if (text === undefined) return undefined;
  const compiled = compileTemplate(text, variables);
  if (compiled.ok) {
    context.usage.reads.push({ path, names: namesAt(compiled.template.slots, variables) });
    return compiled.template;
  }
  context.usage.unread.push(text);
  reportExpression(context, path, { text, variables }, compiled.problems);
  return undefined;
}

function reportExpression(
  context: CompileContext,
  path: ValuePath,
  source: ExpressionSource,
  problems: readonly ExpressionProblem[],
): void {
  if (context.isFilled(path)) return;
  for (const problem of problems) {
    const name = unknownName(source.text, problem);
    if (name !== undefined) {
      if (isFollowUp(context, source, { name, offset: problem.offset })) continue;
      context.usage.unknown.push(name);
    }
    const { code, message, offset, help } = problem;
    context.problems.push({
      code,
      message,
      position: context.document.positionInText(path, offset),
      ...(help === undefined ? {} : { help }),
      ...complaintAboutOrder(name, source.notYet),
    });
  }
}

/** The name that a problem is about, where it is one that is not known. */
function unknownName(text: string, { code, offset }: ExpressionProblem): string | undefined {
  return code === "EXPRESSION_UNKNOWN_NAME" ? /^[\w.]+/.exec(text.slice(offset))?.[0] : undefined;
}

/** Whether a name is unknown only because its declaration could not be read, which is told there. */
function isFollowUp(
  { isTouched, lost }: CompileContext,
  { text, variables }: ExpressionSource,
  { name, offset }: { readonly name: string; readonly offset: number },
): boolean {
  const [, part] = /^(params|variables)\b/.exec(name) ?? [];
  if (part === undefined) return isInLostName(text, offset, lost);
  const known = variables.map((each) => each.name);
  return nearest(name, known) === undefined && isTouched(["spec", part]);
}

/** Whether it is part of a variable's name that is no name, such as `old` of `variables.is-old`. */
function isInLostName(text: string, offset: number, lost: readonly string[]): boolean {
  return lost.slice(0, WORDS_MAX).some((each) => {
    const start = text.lastIndexOf(`variables.${each}`, offset);
    return start >= 0 && offset < start + `variables.${each}`.length;
  });
}

/** What is wrong with the use of a variable that is declared, but not above. */
function complaintAboutOrder(
  name: string | undefined,
  notYet: readonly string[] | undefined,
): { readonly message: string; readonly help: string } | undefined {
  const variable = /^variables\.(\w+)/.exec(name ?? "")?.[1];
  if (variable === undefined || notYet?.includes(variable) !== true) return undefined;
  const unknown = `unknown name \`variables.${variable}\``;
  const may = "variables may use those above them";
  return variable === notYet[0]
    ? { message: `${unknown}: a variable cannot use itself`, help: may }
    : { message: `${unknown}: it is declared below`, help: `${may}: move \`${variable}\` up` };
}
