import type { CodePoints } from "./code-points.ts";

/**
 * The part of RE2's language that may run on the native engine: sets of code points, counted or repeated, and groups of
 * alternatives, between an optional `^` and an optional `$`.
 */
export interface SimplePattern {
  /** Only a match that starts at the start of the text counts. */
  readonly fromStart: boolean;
  /** Only a match that ends at the end of the text counts. */
  readonly toEnd: boolean;
  readonly body: Sequence;
}

export type Sequence = readonly Item[];

/** `max` may be Infinity. It is at least 1. */
export interface Item {
  readonly atom: Atom;
  readonly min: number;
  readonly max: number;
}

/** A set is never empty. A group has at least one alternative. */
export type Atom =
  | { readonly kind: "set"; readonly set: CodePoints }
  | { readonly kind: "group"; readonly alternatives: readonly Sequence[] };
