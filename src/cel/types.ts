import { kindOfType } from "./kinds.ts";
import type { CelType, ScalarKind } from "./type.ts";

export const DYN: CelType = { kind: "dyn" };
export const BOOL: CelType = { kind: "bool" };

/** Text for people: `list(string)`, `NodeState`. */
export function describeType(type: CelType): string {
  switch (type.kind) {
    case "enum":
    case "struct":
      return type.name;
    case "list":
      return `list(${describeType(type.element)})`;
    case "map":
      return `map(${describeType(type.key)}, ${describeType(type.value)})`;
    default:
      return type.kind;
  }
}

const numericKinds: ReadonlySet<string> = new Set<ScalarKind>(["int", "uint", "double"]);
const unorderedKinds: ReadonlySet<string> = new Set(["list", "map", "struct", "null", "type"]);

function isNumeric(type: CelType): boolean {
  return numericKinds.has(type.kind);
}

/** Whether a value of one type may stand where another type is asked for. */
export function isAssignable(from: CelType, to: CelType): boolean {
  if (from.kind === "dyn" || to.kind === "dyn") return true;
  if (from.kind === "list" && to.kind === "list") return isAssignable(from.element, to.element);
  if (from.kind === "map" && to.kind === "map") {
    return isAssignable(from.key, to.key) && isAssignable(from.value, to.value);
  }
  if (from.kind === "struct" && to.kind === "struct") return from.name === to.name;
  if (from.kind === "enum" && to.kind === "enum") {
    return from.values.every((value) => to.values.includes(value));
  }
  return kindOfType(from) === kindOfType(to) && to.kind !== "enum";
}

/** Whether `==` between two types can ever be true. */
export function isComparable(a: CelType, b: CelType): boolean {
  if (a.kind === "null" || b.kind === "null") return true;
  if (isNumeric(a) && isNumeric(b)) return true;
  if (a.kind === "list" && b.kind === "list") return isComparable(a.element, b.element);
  if (a.kind === "map" && b.kind === "map") return isComparable(a.value, b.value);
  if (a.kind === "enum" && b.kind === "enum") {
    return a.values.some((value) => b.values.includes(value));
  }
  return a.kind === "dyn" || b.kind === "dyn" || kindOfType(a) === kindOfType(b);
}

/** Whether `<` and the like are defined between two types. */
export function isOrderable(a: CelType, b: CelType): boolean {
  if (unorderedKinds.has(a.kind) || unorderedKinds.has(b.kind)) return false;
  return isComparable(a, b);
}

/** The type of what is either of two types. */
export function joinTypes(a: CelType, b: CelType): CelType {
  if (a === b || b.kind === "null") return a;
  if (a.kind === "null") return b;
  if (a.kind === "dyn" || b.kind === "dyn") return DYN;
  if (a.kind === "list" && b.kind === "list") {
    return { kind: "list", element: joinTypes(a.element, b.element) };
  }
  if (isAssignable(a, b)) return b;
  if (isAssignable(b, a)) return a;
  return kindOfType(a) === "string" && kindOfType(b) === "string" ? { kind: "string" } : DYN;
}

/** Whether values of a type may contain a NaN, which is not even equal to itself. */
export function mayHoldNan(type: CelType): boolean {
  switch (type.kind) {
    case "double":
    case "dyn":
      return true;
    case "list":
      return mayHoldNan(type.element);
    case "map":
      return mayHoldNan(type.key) || mayHoldNan(type.value);
    case "struct":
      return Object.values(type.fields).some((field) => mayHoldNan(field.type));
    default:
      return false;
  }
}
