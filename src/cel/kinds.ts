import { Duration, Timestamp } from "./time.ts";
import type { CelType } from "./type.ts";
import {
  CelDouble,
  CelError,
  CelUint,
  type CelValue,
  PartialList,
  PartialMap,
  TypeName,
  Unknown,
} from "./value.ts";

/** What a value is when it runs. Enums are strings and structs are maps. */
export type ValueKind =
  | "null"
  | "bool"
  | "int"
  | "uint"
  | "double"
  | "string"
  | "bytes"
  | "timestamp"
  | "duration"
  | "type"
  | "list"
  | "map"
  | "unknown"
  | "error";

const kindsByPrototype: ReadonlyMap<object | null, ValueKind> = new Map<object | null, ValueKind>([
  [null, "map"],
  [Object.prototype, "map"],
  [Map.prototype, "map"],
  [PartialMap.prototype, "map"],
  [Array.prototype, "list"],
  [PartialList.prototype, "list"],
  [Uint8Array.prototype, "bytes"],
  [CelDouble.prototype, "double"],
  [CelUint.prototype, "uint"],
  [Timestamp.prototype, "timestamp"],
  [Duration.prototype, "duration"],
  [TypeName.prototype, "type"],
  [Unknown.prototype, "unknown"],
  [CelError.prototype, "error"],
]);

export function kindOf(value: CelValue): ValueKind {
  switch (typeof value) {
    case "boolean":
      return "bool";
    case "string":
      return "string";
    case "bigint":
      return "int";
    case "number":
      // Raw JSON numbers arrive as they are; only those that an int can hold are ints.
      return Number.isSafeInteger(value) ? "int" : "double";
    default:
      return value === null ? "null" : kindOfObject(value);
  }
}

function kindOfObject(value: object): ValueKind {
  // By prototype, not by `constructor`: that may be a key of a map.
  const kind = kindsByPrototype.get(Object.getPrototypeOf(value));
  if (kind !== undefined) return kind;
  return value instanceof Uint8Array ? "bytes" : "map";
}

/** The kind that values of a type have; undefined if that is told only when they are there. */
export function kindOfType(type: CelType): ValueKind | undefined {
  switch (type.kind) {
    case "enum":
      return "string";
    case "struct":
      return "map";
    case "dyn":
      return undefined;
    default:
      return type.kind;
  }
}

/** Whether a value is a list of which all elements are there. */
export function isList(value: CelValue): value is readonly CelValue[] {
  return Array.isArray(value);
}

/** Whether a value is a map or struct that is held as a plain object. */
export function isRecord(value: CelValue): value is { readonly [key: string]: CelValue } {
  if (typeof value !== "object" || value === null) return false;
  return !(value instanceof Map || value instanceof PartialMap) && kindOfObject(value) === "map";
}

/** Every value of a type, if they can be told. */
export function domainOf(type: CelType): readonly CelValue[] | undefined {
  if (type.kind === "bool") return bools;
  return type.kind === "enum" ? type.values : undefined;
}

const bools: readonly boolean[] = [true, false];
