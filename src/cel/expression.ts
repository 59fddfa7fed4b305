import type { Expression, Span } from "./ast.ts";
import type { CelType, DeclaredVariable } from "./type.ts";
import type { Bindings, CelValue } from "./value.ts";

/** A mistake in an expression, found before it runs. Offsets are 0-based UTF-16 code units, `end` exclusive. */
export interface ExpressionProblem {
  readonly code:
    | "EXPRESSION_SYNTAX"
    | "EXPRESSION_UNKNOWN_NAME"
    | "EXPRESSION_TYPE"
    | "EXPRESSION_UNGUARDED"
    | "EXPRESSION_LIMIT";
  readonly message: string;
  readonly offset: number;
  readonly end: number;
  readonly help?: string;
}

/** An expression that was checked and can be run any number of times. */
export interface Program {
  readonly text: string;
  readonly type: CelType;
  /** Whether it may give null because something that it reads is absent. */
  readonly mayBeAbsent: boolean;
  /** Slots of the variables that it may read, ascending. */
  readonly slots: readonly number[];
  /** Never throws: an error is a `CelError`, ignorance an `Unknown`. */
  readonly evaluate: (bindings: Bindings) => CelValue;
  /** The same, and what each part gave on the way. Compiled for it at the first call; `evaluate` stays as it is. */
  readonly trace: (bindings: Bindings) => Trace;
  /** What was written, and over which variables, for whoever analyses it. */
  readonly syntax: Expression;
  readonly variables: ReadonlyMap<string, DeclaredVariable>;
}

export interface Trace {
  readonly value: CelValue;
  /** In the order in which they ended, at most `TRACE_STEPS_MAX`; what was not evaluated has none. */
  readonly steps: readonly TraceStep[];
  /** Whether later steps were left out. */
  readonly isCut: boolean;
}

/** What one part of an expression gave; a part in a loop has one step a round. */
export interface TraceStep extends Span {
  readonly value: CelValue;
  /** The variable that it is, if it is one. */
  readonly slot: number | undefined;
}

export type Compiled =
  | { readonly ok: true; readonly program: Program }
  | { readonly ok: false; readonly problems: readonly ExpressionProblem[] };
