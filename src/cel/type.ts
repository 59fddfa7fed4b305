/** Types of the expression language. `struct` is a typed record whose fields read as null when absent. */
export type CelType =
  | { readonly kind: ScalarKind }
  | { readonly kind: "enum"; readonly name: string; readonly values: readonly string[] }
  | { readonly kind: "list"; readonly element: CelType }
  | { readonly kind: "map"; readonly key: CelType; readonly value: CelType }
  | {
      readonly kind: "struct";
      readonly name: string;
      readonly fields: Readonly<Record<string, FieldType>>;
    };

export type ScalarKind =
  | "bool"
  | "int"
  | "uint"
  | "double"
  | "string"
  | "bytes"
  | "null"
  | "timestamp"
  | "duration"
  | "type"
  | "dyn";

/** A field of a struct. One that may be absent needs a guard before `<` and the like. */
export interface FieldType {
  readonly type: CelType;
  readonly mayBeAbsent: boolean;
}

/**
 * A name that an expression may read. Names may be dotted (`node.ready`); the longest declared
 * prefix of a selection wins. Its place in the list is its slot.
 */
export interface VariableDeclaration {
  readonly name: string;
  readonly type: CelType;
  readonly mayBeAbsent: boolean;
}
