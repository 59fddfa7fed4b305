import type { ExpressionProblem, Program } from "../cel/expression.ts";
import type { CelType, VariableDeclaration } from "../cel/type.ts";
import { compileExpression } from "../cel-library/compile-expression.ts";
import type { Problem, ProblemCode } from "../input/problem.ts";
import type { ValuePath } from "../input/source-document.ts";
import { compileTemplate, type Template } from "../messages/template.ts";
import type { RepairedDocument } from "./repair-document.ts";
import { namesAt, type Usage } from "./usage.ts";

/** Collects what is wrong with one policy document while it is compiled. */
export interface CompileContext
  extends Pick<RepairedDocument, "document" | "isFilled" | "isTouched"> {
  readonly problems: Problem[];
  readonly usage: Usage;
  /** Of the policy's subject. */
  readonly factNames: ReadonlySet<string>;
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

/** Compiles the expression at `path`; undefined when it is wrong, which is then reported. */
export function compileAt(
  context: CompileContext,
  path: ValuePath,
  source: {
    readonly text: string;
    readonly variables: readonly VariableDeclaration[];
    readonly expects?: CelType;
  },
): Program | undefined {
  const options = source.expects === undefined ? {} : { expects: source.expects };
  const compiled = compileExpression(source.text, source.variables, options);
  if (compiled.ok) {
    const { slots } = compiled.program;
    context.usage.reads.push({ path, names: namesAt(slots, source.variables) });
    return compiled.program;
  }
  context.usage.unread.push(source.text);
  reportExpression(context, path, source.text, compiled.problems);
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
  reportExpression(context, path, text, compiled.problems);
  return undefined;
}

function reportExpression(
  context: CompileContext,
  path: ValuePath,
  text: string,
  problems: readonly ExpressionProblem[],
): void {
  if (context.isFilled(path)) return;
  for (const problem of problems) {
    if (isFollowUp(context, text, problem)) continue;
    const { code, message, offset, help } = problem;
    context.problems.push({
      code,
      message,
      position: context.document.positionInText(path, offset),
      ...(help === undefined ? {} : { help }),
    });
  }
}

/** Whether a name is unknown only because its declaration could not be read, which is told there. */
function isFollowUp(
  context: CompileContext,
  text: string,
  { code, offset, help }: ExpressionProblem,
): boolean {
  if (code !== "EXPRESSION_UNKNOWN_NAME" || help?.startsWith("did you mean") === true) return false;
  const [, part] = /^(params|variables)\b/.exec(text.slice(offset)) ?? [];
  return part !== undefined && context.isTouched(["spec", part]);
}
