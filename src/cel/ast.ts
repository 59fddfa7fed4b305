import type { CelValue } from "./value.ts";

/** Where a piece of an expression stands: 0-based UTF-16 code units, `end` exclusive. */
export interface Span {
  readonly offset: number;
  readonly end: number;
}

/** A binary operator; `&&` and `||` have nodes of their own. */
export type BinaryOperator =
  | "=="
  | "!="
  | "<"
  | "<="
  | ">"
  | ">="
  | "in"
  | "+"
  | "-"
  | "*"
  | "/"
  | "%";

/** What was written, before names and types are known. */
export type Expression = Span & Shape & { readonly depth: number };

/** The nodes of one kind. */
export type NodeOf<Kind extends Shape["kind"]> = Extract<Expression, { readonly kind: Kind }>;

export type Shape =
  | { readonly kind: "literal"; readonly value: CelValue }
  | { readonly kind: "name"; readonly name: string; readonly isAbsolute: boolean }
  | {
      readonly kind: "select";
      readonly operand: Expression;
      readonly field: string;
      readonly fieldSpan: Span;
    }
  | { readonly kind: "index"; readonly operand: Expression; readonly index: Expression }
  | {
      readonly kind: "call";
      readonly target: Expression | undefined;
      readonly name: string;
      readonly nameSpan: Span;
      readonly args: readonly Expression[];
    }
  | { readonly kind: "list"; readonly elements: readonly Expression[] }
  | { readonly kind: "map"; readonly entries: readonly (readonly [Expression, Expression])[] }
  | { readonly kind: "unary"; readonly operator: "!" | "-"; readonly operand: Expression }
  | {
      readonly kind: "binary";
      readonly operator: BinaryOperator;
      readonly left: Expression;
      readonly right: Expression;
    }
  // A chain `a && b && c` is one node, so that its length does not count as depth.
  | {
      readonly kind: "logic";
      readonly operator: "&&" | "||";
      readonly operands: readonly Expression[];
    }
  | {
      readonly kind: "conditional";
      readonly condition: Expression;
      readonly whenTrue: Expression;
      readonly whenFalse: Expression;
    };
