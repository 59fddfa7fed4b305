import { check } from "./checker.ts";
import { costExceeded } from "./code.ts";
import { compileChecked } from "./compile.ts";
import type { Compiled, ExpressionProblem } from "./expression.ts";
import type { Frame, Run } from "./frame.ts";
import { findGuardedReads } from "./guards.ts";
import { COST_MAX } from "./limits.ts";
import { parse } from "./parser.ts";
import { indexVariables } from "./scope.ts";
import type { CelType, VariableDeclaration } from "./type.ts";
import { describeType, isAssignable } from "./types.ts";
import type { Bindings, CelValue } from "./value.ts";

export interface CompileOptions {
  /** The type that the expression must have. */
  readonly expects?: CelType;
}

/**
 * Reads, checks and compiles an expression over declared variables.
 *
 * A mistake in the syntax ends the reading; otherwise every mistake is reported. What is compiled never
 * throws: an error is a `CelError`, ignorance an `Unknown`.
 */
export function compileExpression(
  text: string,
  variables: readonly VariableDeclaration[],
  { expects }: CompileOptions = {},
): Compiled {
  const parsed = parse(text);
  if ("code" in parsed) return { ok: false, problems: [parsed] };
  const { root, locals, problems: found } = check(text, parsed, indexVariables(variables));
  const problems: ExpressionProblem[] = [...found];
  const span = { offset: parsed.offset, end: parsed.end };
  if (expects !== undefined && !isAssignable(root.type, expects)) {
    const message = `expected \`${describeType(expects)}\`, found \`${describeType(root.type)}\``;
    problems.push({ code: "EXPRESSION_TYPE", message, ...span });
  }
  const { guarded, mayBeAbsent } = findGuardedReads({ text, problems }, root);
  if (mayBeAbsent && expects?.kind === "bool") {
    const message = `\`${text.slice(span.offset, span.end)}\` may be absent`;
    const help = "a condition must be a bool: compare with null, or with true";
    problems.push({ code: "EXPRESSION_UNGUARDED", message, ...span, help });
  }
  if (problems.length > 0) return { ok: false, problems: problems.toSorted(byOffset) };
  const { run, slots } = compileChecked(root, guarded);
  const evaluate = evaluator(run, locals);
  return { ok: true, program: { text, type: root.type, mayBeAbsent, slots, evaluate } };
}

function byOffset(a: ExpressionProblem, b: ExpressionProblem): number {
  return a.offset - b.offset || a.end - b.end;
}

const noBindings: Bindings = { at: () => null };

/** Runs code with a frame that is used again; another one is made while it is in use. */
function evaluator(run: Run, locals: number): (bindings: Bindings) => CelValue {
  const makeFrame = (): Frame => ({
    bindings: noBindings,
    locals: Array.from({ length: locals }, () => null),
    cost: 0,
  });
  const shared = makeFrame();
  let isInUse = false;
  return (bindings) => {
    const frame = isInUse ? makeFrame() : shared;
    const isShared = frame === shared;
    if (isShared) isInUse = true;
    frame.bindings = bindings;
    frame.cost = 0;
    const value = run(frame);
    frame.bindings = noBindings;
    if (isShared) isInUse = false;
    return frame.cost > COST_MAX ? costExceeded : value;
  };
}
