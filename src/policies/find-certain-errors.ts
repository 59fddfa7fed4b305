import type { Program, TraceStep } from "../cel/expression.ts";
import { CelError } from "../cel/value.ts";
import { quotePart } from "../text/quote-part.ts";
import type { CompileContext } from "./compile-context.ts";
import { nothingKnown } from "./judge-unread.ts";

/** An expression of a policy, and where it stands. */
export interface PlacedProgram {
  readonly path: readonly string[];
  readonly program: Program;
}

/**
 * Reports parts that fail whatever is read, such as `timestamp("2026-01-01")`: with nothing known, what is an error all
 * the same is one for sure.
 *
 * @returns The expressions in which there is one.
 */
export function reportCertainErrors(
  context: CompileContext,
  placed: readonly PlacedProgram[],
): ReadonlySet<Program> {
  const failing = new Set<Program>();
  for (const { path, program } of placed) {
    const { steps } = program.trace(nothingKnown);
    const failed = firstThatAlwaysFails(steps);
    if (failed === undefined || context.isFilled(path)) continue;
    failing.add(program);
    const part = program.text.slice(failed.offset, failed.end);
    context.problems.push({
      code: "EXPRESSION_FAILS",
      message: `${quotePart(program.text, failed)} always fails: ${failed.value.message}`,
      position: context.document.positionInText(path, failed.offset),
      ...helpFor(part),
    });
  }
  return failing;
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

function helpFor(part: string): { readonly help?: string } {
  if (part.startsWith("timestamp(")) {
    return { help: "an instant is RFC 3339 with a zone, such as `2026-01-01T00:00:00Z`" };
  }
  if (part.startsWith("duration(")) {
    return { help: "a duration has the units `h`, `m`, `s` and `ms`, such as `72h` or `1h30m`" };
  }
  return {};
}
