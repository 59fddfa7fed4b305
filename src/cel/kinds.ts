import { Duration, Timestamp } from "../time/time.ts";
import type { ValueKind } from "./type.ts";
import {
  CelDouble,
  CelError,
  CelOptional,
  CelUint,
  type CelValue,
  PartialList,
  PartialMap,
  TypeName,
  Unknown,
} from "./value.ts";

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
  [CelOptional.prototype, "optional"],
  [Unknown.prototype, "unknown"],
  [CelError.prototype, "error"],
]);

export function kindOf(value: CelValue): ValueKind {
  if (typeof value === "string") return "string";
  if (typeof value === "boolean") return "bool";
  if (typeof value === "bigint") return "int";
  // Raw JSON numbers arrive as they are; only those that an int can hold are ints.
  if (typeof value === "number") return Number.isSafeInteger(value) ? "int" : "double";
  return value === null ? "null" : kindOfObject(value);
}

function kindOfObject(value: object): ValueKind {
  // By prototype, not by `constructor`: that may be a key of a map.
  const kind = kindsByPrototype.get(Object.getPrototypeOf(value));
  return kind ?? (value instanceof Uint8Array ? "bytes" : "map");
}

/** Whether a value is a list of which all elements are there. */
export function isList(value: CelValue): value is readonly CelValue[] {
  return Array.isArray(value);
}

/** A list as one of which elements may be missing; undefined for what is no list. */
export function listOf(value: CelValue): PartialList | undefined {
  if (value instanceof PartialList) return value;
  return isList(value) ? new PartialList(value, { open: false, causes: [] }) : undefined;
}

/** Whether a value is a map or struct that is held as a plain object. */
export function isRecord(value: CelValue): value is { readonly [key: string]: CelValue } {
  if (isPlain(value)) return true;
  if (typeof value !== "object" || value === null) return false;
  return !(value instanceof Map || value instanceof PartialMap) && kindOfObject(value) === "map";
}

/**
 * What JavaScript compares for a numeric value: `<` and `==` between numbers and bigints are exact
 * across types, as CEL asks. Undefined for what is no number.
 */
export function numericOf(value: CelValue): number | bigint | undefined {
  if (typeof value === "number" || typeof value === "bigint") return value;
  if (value instanceof CelDouble || value instanceof CelUint) return value.value;
  return undefined;
}

/** Whether a value is a record as JSON makes it: any name that is not in `Object.prototype` is a key of its own. */
export function isPlain(value: CelValue | undefined): value is Readonly<Record<string, CelValue>> {
  if (typeof value !== "object" || value === null) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}
