import type { Program, TraceStep } from "../cel/expression.ts";
import type { VariableDeclaration } from "../cel/type.ts";
import { CelError } from "../cel/value.ts";
import { quotePart } from "../text/quote-part.ts";
import type { CompileContext } from "./compile-context.ts";
import { nothingKnown } from "./judge-unread.ts";

/** An expression of a policy, and where it stands. */
export interface PlacedProgram {
  readonly path: readonly string[];
  readonly program: Program;
  /** The name under which later ones read it. */
  readonly variable?: string;
}

/**
 * Reports parts that fail whatever is read, such as `timestamp("2026-01-01")`: with nothing known, what is an error all
 * the same is one for sure.
 *
 * @returns The expressions in which there is one, and those that read variables of which there is.
 */
export function reportCertainErrors(
  context: CompileContext,
  placed: readonly PlacedProgram[],
  declarations: readonly VariableDeclaration[],
): ReadonlySet<Program> {
  const failing = new Set<Program>();
  const failingNames = new Set<string>();
  for (const { path, program, variable } of placed) {
    const { steps, isCut } = program.trace(nothingKnown);
    // Of a loop that was not seen to its end, later rounds may be right.
    const failed = isCut ? undefined : firstThatAlwaysFails(steps);
    if (failed !== undefined || readsAny(program, declarations, failingNames)) {
      failing.add(program);
      if (variable !== undefined) failingNames.add(`variables.${variable}`);
    }
    if (failed === undefined || context.isFilled(path)) continue;
    context.problems.push({
      code: "EXPRESSION_FAILS",
      message: `${quotePart(program.text, failed)} always fails: ${failed.value.message}`,
      position: context.document.positionInText(path, failed.offset),
      ...helpFor(failed.value),
    });
  }
  return failing;
}

function readsAny(
  { slots }: Program,
  declarations: readonly VariableDeclaration[],
  names: ReadonlySet<string>,
): boolean {
  return slots.some((slot) => names.has(declarations[slot]?.name ?? ""));
}

/** A part that failed each time that it ran, in each round of a loop. Parts end before what they are part of: the first is the innermost. */
function firstThatAlwaysFails(
  steps: readonly TraceStep[],
): { readonly value: CelError; readonly offset: number; readonly end: number } | undefined {
  const works = new Set<string>();
  for (const { value, offset, end } of steps) {
    if (!(value instanceof CelError)) works.add(`${offset}-${end}`);
  }
  for (const { value, offset, end } of steps) {
    if (value instanceof CelError && !works.has(`${offset}-${end}`)) return { value, offset, end };
  }
  return undefined;
}

function helpFor({ message }: CelError): { readonly help?: string } {
  if (message.endsWith("read as timestamp")) {
    return { help: "an instant is RFC 3339 with a zone, such as `2026-01-01T00:00:00Z`" };
  }
  if (message.endsWith("read as duration")) {
    return { help: "a duration has the units `h`, `m`, `s` and `ms`, such as `72h` or `1h30m`" };
  }
  return {};
}
