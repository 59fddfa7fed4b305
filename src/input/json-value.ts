import { ownValue } from "./own-value.ts";

/** What JSON can say. Objects have own keys only; `__proto__` and the like are data. */
export type JsonValue = null | boolean | number | string | readonly JsonValue[] | JsonObject;

export interface JsonObject {
  readonly [key: string]: JsonValue;
}

export function isObject(value: JsonValue | undefined): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

export function isList(value: JsonValue | undefined): value is readonly JsonValue[] {
  return Array.isArray(value);
}

/** The own member of a map; undefined for any other value and for inherited names such as `__proto__`. */
export function member(value: JsonValue | undefined, key: string): JsonValue | undefined {
  return isObject(value) ? ownValue(value, key) : undefined;
}

/** Makes a generated schema type immutable all the way down. */
export type DeepReadonly<T> = T extends (infer Element)[]
  ? readonly DeepReadonly<Element>[]
  : T extends object
    ? { readonly [Key in keyof T]: DeepReadonly<T[Key]> }
    : T;
