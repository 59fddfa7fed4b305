import type { Kind, Span } from "./ast.ts";
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

type Equality = Sides & {
  isNegated: boolean;
  /** Both sides are the same expression, of a type without NaN. */
  isSame: boolean;
};
type Sides = { left: Checked; right: Checked };
type Choice = { condition: Checked; whenTrue: Checked; whenFalse: Checked };

export type CheckedShape =
  | Kind<"constant", { value: CelValue }>
  | Kind<"variable", { slot: number; mayBeAbsent: boolean }>
  | Kind<"local", { index: number }>
  // A field of a struct: absence reads as null, also through an absent struct.
  | Kind<"field", { operand: Checked; field: string; mayBeAbsent: boolean }>
  // An element of a list, or a key of a map: what is not there is an error.
  | Kind<"key", { operand: Checked; key: Checked }>
  | Kind<"has", { path: Path }>
  | Kind<"list", { elements: readonly Checked[] }>
  | Kind<"map", { entries: readonly (readonly [Checked, Checked])[] }>
  | Kind<"logic", { operator: "&&" | "||"; operands: readonly Checked[] }>
  | Kind<"not", { operand: Checked }>
  | Kind<"conditional", Choice>
  | Kind<"equality", Equality>
  | Kind<"order", Sides & { operator: "<" | "<=" | ">" | ">=" }>
  | Kind<"membership", Sides>
  | Kind<"call", { overloads: readonly Overload[]; args: readonly Checked[] }>
  // `dyn()`: the same value, of which nothing is known beforehand.
  | Kind<"dyn", { operand: Checked }>
  | Macro
  // A problem was reported here.
  | Kind<"invalid">;
