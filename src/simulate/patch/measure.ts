import { isList, isObject, type JsonValue } from "../../input/json-value.ts";

/** How much a value is. */
export interface Measure {
  /** One for each value, itself included, and one for each character of texts and keys. */
  readonly size: number;
  /** Levels of lists and maps; 0 for a scalar. */
  readonly depth: number;
}

/** Measures a value; undefined, without looking further, where its size is above the bound. */
export function measure(value: JsonValue, sizeMax: number): Measure | undefined {
  let level: readonly JsonValue[] = [value];
  let size = 0;
  for (let depth = 0; ; depth += 1) {
    const next: JsonValue[] = [];
    for (const each of level) {
      size += sizeOf(each);
      if (size > sizeMax) return undefined;
      for (const child of childrenOf(each)) next.push(child);
    }
    if (!level.some((each) => isList(each) || isObject(each))) return { size, depth };
    level = next;
  }
}

function sizeOf(value: JsonValue): number {
  if (typeof value === "string") return 1 + value.length;
  const keys = isObject(value) ? Object.keys(value) : [];
  return keys.reduce((sum, key) => sum + key.length, 1);
}

function childrenOf(value: JsonValue): readonly JsonValue[] {
  if (isList(value)) return value;
  return isObject(value) ? Object.values(value) : [];
}
