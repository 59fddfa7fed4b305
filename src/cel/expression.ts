import type { CelType } from "./type.ts";
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
}

export type Compiled =
  | { readonly ok: true; readonly program: Program }
  | { readonly ok: false; readonly problems: readonly ExpressionProblem[] };
