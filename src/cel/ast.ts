import type { CelValue } from "./value.ts";

/** Where a piece of an expression stands: 0-based UTF-16 code units, `end` exclusive. */
export interface Span {
  readonly offset: number;
  readonly end: number;
}

/** A binary operator; `&&` and `||` have nodes of their own. */
export type BinaryOperator = "==" | "!=" | Order | "in" | Arithmetic;

export type Order = "<" | "<=" | ">" | ">=";
export type Arithmetic = "+" | "-" | "*" | "/" | "%";

/** What was written, before names and types are known. */
export type Expression = Span & Shape & Measure;

/** How large an expression is. */
export interface Measure {
  /** Levels of nesting; a lone literal has 1. */
  readonly depth: number;
  /** What evaluating all of it once costs, loops and the sizes of operands apart (`COST_MAX`). */
  readonly weight: number;
}

/** The nodes of one kind. */
export type NodeOf<Name extends Shape["kind"]> = Extract<Expression, Kind<Name>>;

/** A node of a kind, with its parts. */
type Kind<Name extends string, Parts = unknown> = { readonly kind: Name } & Readonly<Parts>;

type Call = { target: Expression | undefined; name: string; nameSpan: Span; args: Expressions };
type Choice = { condition: Expression; whenTrue: Expression; whenFalse: Expression };
type Expressions = readonly Expression[];

/** An element or entry written with `?` is there only if its optional value is. */
export type Element = Readonly<{ value: Expression; isOptional: boolean }>;
export type Entry = Element & Readonly<{ key: Expression }>;
type Selection = { operand: Expression; field: string; fieldSpan: Span; isOptional: boolean };

export type Shape =
  | Kind<"literal", { value: CelValue }>
  | Kind<"name", { name: string; isAbsolute: boolean }>
  | Kind<"select", Selection>
  | Kind<"index", { operand: Expression; index: Expression; isOptional: boolean }>
  | Kind<"call", Call>
  | Kind<"list", { elements: readonly Element[] }>
  | Kind<"map", { entries: readonly Entry[] }>
  | Kind<"unary", { operator: "!" | "-"; operand: Expression }>
  | Kind<"binary", { operator: BinaryOperator; left: Expression; right: Expression }>
  // A chain `a && b && c` is one node, so that its length does not count as depth.
  | Kind<"logic", { operator: "&&" | "||"; operands: Expressions }>
  | Kind<"conditional", Choice>;
