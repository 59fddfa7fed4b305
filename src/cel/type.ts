/**
 * Types of the expression language. `struct` is a typed record whose fields read as null when absent; `opaque` is
 * what only functions make and take.
 */
export type CelType =
  | { readonly kind: ScalarKind }
  | { readonly kind: "enum"; readonly name: string; readonly values: readonly string[] }
  | { readonly kind: "list"; readonly element: CelType }
  | { readonly kind: "optional"; readonly value: CelType }
  | { readonly kind: "opaque"; readonly name: string; readonly parameters: readonly CelType[] }
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

/** What a value is when it runs. Enums are strings and structs are maps. */
export type ValueKind =
  | Exclude<ScalarKind, "dyn">
  | "list"
  | "map"
  | "optional"
  | "unknown"
  | "error";

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

/** A declared variable and its place in the list. */
export interface DeclaredVariable extends VariableDeclaration {
  readonly slot: number;
}

export const DYN: CelType = { kind: "dyn" };
/** What nothing has been said of yet, such as the elements of `[]`: it takes on any other type. */
export const FREE: CelType = { kind: "dyn" };
export const BOOL: CelType = { kind: "bool" };

/** Text for people: `list(string)`, `NodeState`. */
export function describeType(type: CelType): string {
  if (type.kind === "list") return `list(${describeType(type.element)})`;
  if (type.kind === "optional") return `optional_type(${describeType(type.value)})`;
  if (type.kind === "opaque") {
    return `${type.name}(${type.parameters.map(describeType).join(", ")})`;
  }
  if (type.kind === "map") return `map(${describeType(type.key)}, ${describeType(type.value)})`;
  return type.kind === "enum" || type.kind === "struct" ? type.name : type.kind;
}

/** The kind that values of a type have; undefined if that is told only when they are there. */
export function kindOfType({ kind }: CelType): ValueKind | undefined {
  if (kind === "enum") return "string";
  if (kind === "struct") return "map";
  return kind === "dyn" || kind === "opaque" ? undefined : kind;
}

/** Every value of a type, if they can be told. */
export function domainOf(type: CelType): readonly (boolean | string)[] | undefined {
  if (type.kind === "bool") return [true, false];
  return type.kind === "enum" ? type.values : undefined;
}

/** What `in` and macros go over: the elements of a list or the keys of a map. */
export function itemTypeOf(type: CelType): CelType | undefined {
  if (type.kind === "list") return type.element;
  if (type.kind === "map") return type.key;
  return type.kind === "dyn" ? DYN : undefined;
}

const numericKinds: ReadonlySet<string> = new Set<ScalarKind>(["int", "uint", "double"]);
const unorderedKinds: ReadonlySet<string> = new Set(
  "list map struct optional opaque null type".split(" "),
);

/** The types that a compound type is made of: of elements, or of keys and values. */
function argumentsOf(type: CelType): readonly CelType[] {
  if (type.kind === "list") return [type.element];
  if (type.kind === "optional") return [type.value];
  if (type.kind === "opaque") return type.parameters;
  return type.kind === "map" ? [type.key, type.value] : [];
}

/** Whether two types are made in the same way of types that pass the test pair by pair. */
function isAlike(a: CelType, b: CelType, test: (a: CelType, b: CelType) => boolean): boolean {
  const others = argumentsOf(b);
  return argumentsOf(a).every((each, at) => others[at] === undefined || test(each, others[at]));
}

/** Whether a value of one type may stand where another type is asked for. */
export function isAssignable(from: CelType, to: CelType): boolean {
  if (from.kind === "dyn" || to.kind === "dyn") return true;
  if (from.kind === "struct" && to.kind === "struct") return from.name === to.name;
  if (to.kind !== "enum") {
    return kindOfType(from) === kindOfType(to) && isAlike(from, to, isAssignable);
  }
  return from.kind === "enum" && from.values.every((value) => to.values.includes(value));
}

/** Whether `==` between two types can ever be true. */
export function isComparable(a: CelType, b: CelType): boolean {
  if ([a.kind, b.kind].some((kind) => kind === "null" || kind === "dyn")) return true;
  if (a.kind === "enum" && b.kind === "enum") {
    return a.values.some((value) => b.values.includes(value));
  }
  const areNumeric = numericKinds.has(a.kind) && numericKinds.has(b.kind);
  return areNumeric || (kindOfType(a) === kindOfType(b) && isAlike(a, b, isComparable));
}

/** Whether `<` and the like are defined between two types. */
export function isOrderable(a: CelType, b: CelType): boolean {
  return !unorderedKinds.has(a.kind) && !unorderedKinds.has(b.kind) && isComparable(a, b);
}

/** The type of what is either of two types. */
export function joinTypes(a: CelType, b: CelType): CelType {
  if (a === b || b.kind === "null" || b === FREE) return a;
  if (a.kind === "null" || a === FREE) return b;
  if (a.kind === "dyn" || b.kind === "dyn") return DYN;
  const compound = joinCompounds(a, b);
  if (compound !== undefined) return compound;
  if (isAssignable(a, b)) return b;
  if (isAssignable(b, a)) return a;
  return kindOfType(a) === "string" && kindOfType(b) === "string" ? { kind: "string" } : DYN;
}

/** Two compound types of one make, part by part. Keys of maps are not joined: a key is of one type. */
function joinCompounds(a: CelType, b: CelType): CelType | undefined {
  if (a.kind === "list" && b.kind === "list") {
    return { ...a, element: joinTypes(a.element, b.element) };
  }
  if (a.kind === "optional" && b.kind === "optional") {
    return { ...a, value: joinTypes(a.value, b.value) };
  }
  if (a.kind !== "opaque" || b.kind !== "opaque" || a.name !== b.name) return undefined;
  const parameters = a.parameters.map((each, at) => joinTypes(each, b.parameters[at] ?? DYN));
  return { ...a, parameters };
}

/** Whether values of a type may contain a NaN, which is not even equal to itself. */
export function mayHoldNan(type: CelType): boolean {
  if (argumentsOf(type).some(mayHoldNan)) return true;
  if (type.kind !== "struct") return type.kind === "double" || type.kind === "dyn";
  return Object.values(type.fields).some((field) => mayHoldNan(field.type));
}
