import type { Span } from "./ast.ts";
import type { Overload } from "./functions/overload.ts";
import type { CelType } from "./type.ts";
import type { CelValue } from "./value.ts";

/** What was written, with every name resolved and every type known. */
export type Checked = Span & { readonly type: CelType } & CheckedShape;

/** The nodes of one kind. */
export type CheckedOf<Kind extends CheckedShape["kind"]> = Extract<
  Checked,
  { readonly kind: Kind }
>;

export type MacroName = "exists" | "all" | "exists_one" | "filter" | "map";

/** A place that is read through: presence is asked of these. */
export type Path = CheckedOf<"variable" | "local" | "field" | "key">;

export interface Macro {
  readonly kind: "macro";
  readonly macro: MacroName;
  readonly range: Checked;
  /** Place of the macro's variable among the locals. */
  readonly local: number;
  /** Type of the macro's variable. */
  readonly element: CelType;
  /** What is asked of each element; `map` with two arguments asks nothing. */
  readonly predicate: Checked | undefined;
  /** What `map` makes of each element. */
  readonly transform: Checked | undefined;
}

export type CheckedShape =
  | { readonly kind: "constant"; readonly value: CelValue }
  | { readonly kind: "variable"; readonly slot: number; readonly mayBeAbsent: boolean }
  | { readonly kind: "local"; readonly index: number }
  // A field of a struct: absence reads as null, also through an absent struct.
  | {
      readonly kind: "field";
      readonly operand: Checked;
      readonly field: string;
      readonly mayBeAbsent: boolean;
    }
  // An element of a list, or a key of a map: what is not there is an error.
  | { readonly kind: "key"; readonly operand: Checked; readonly key: Checked }
  | { readonly kind: "has"; readonly path: Path }
  | { readonly kind: "list"; readonly elements: readonly Checked[] }
  | { readonly kind: "map"; readonly entries: readonly (readonly [Checked, Checked])[] }
  | {
      readonly kind: "logic";
      readonly operator: "&&" | "||";
      readonly operands: readonly Checked[];
    }
  | { readonly kind: "not"; readonly operand: Checked }
  | {
      readonly kind: "conditional";
      readonly condition: Checked;
      readonly whenTrue: Checked;
      readonly whenFalse: Checked;
    }
  | {
      readonly kind: "equality";
      readonly isNegated: boolean;
      /** Both sides are the same expression, of a type without NaN. */
      readonly isSame: boolean;
      readonly left: Checked;
      readonly right: Checked;
    }
  | {
      readonly kind: "order";
      readonly operator: "<" | "<=" | ">" | ">=";
      readonly left: Checked;
      readonly right: Checked;
    }
  | { readonly kind: "membership"; readonly left: Checked; readonly right: Checked }
  | {
      readonly kind: "call";
      readonly overloads: readonly Overload[];
      readonly args: readonly Checked[];
    }
  // `dyn()`: the same value, of which nothing is known beforehand.
  | { readonly kind: "dyn"; readonly operand: Checked }
  | Macro
  // A problem was reported here.
  | { readonly kind: "invalid" };
