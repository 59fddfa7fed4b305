import type { Checked, CheckedOf } from "./checked.ts";
import { type Code, type CompileContext, errorAt, foldIfConstant } from "./code.ts";
import { lookUp } from "./equality.ts";
import type { Meter, Run } from "./frame.ts";
import { kindOf } from "./kinds.ts";
import { causesOf, possibleErrorOf, unite, withoutError } from "./unknown.ts";
import { CelError, type CelValue, Unknown } from "./value.ts";

/** A list literal. Whether an element may fail is a doubt about the list as a whole. */
export function compileList(context: CompileContext, node: CheckedOf<"list">): Code {
  const parts = node.elements.map((element) => context.compile(element));
  const run: Run = (frame) => {
    const values: CelValue[] = [];
    let error: CelError | undefined;
    for (const part of parts) {
      const value = part.run(frame);
      if (value instanceof CelError) return value;
      error ??= possibleErrorOf(value);
      values.push(value);
    }
    if (error === undefined) return values;
    return unite([values.map(withoutError), error], causesOf(values));
  };
  return foldIfConstant(run, parts);
}

/** A map literal. Keys that are not known make all of it unknown. */
export function compileMap(context: CompileContext, node: CheckedOf<"map">): Code {
  const keys = node.entries.map(([key]) => context.compile(key));
  const values = node.entries.map(([, value]) => context.compile(value));
  const run: Run = (frame) => {
    const entries: [CelValue, CelValue][] = [];
    const parts: CelValue[] = [];
    for (const [index, key] of keys.entries()) {
      entries.push([key.run(frame), values[index]?.run(frame) ?? null]);
      parts.push(...(entries[index] ?? []));
    }
    const certain = parts.find((part) => part instanceof CelError);
    if (certain !== undefined) return certain;
    const error = parts.map(possibleErrorOf).find((each) => each !== undefined);
    const causes = causesOf(parts);
    if (entries.some(([key]) => key instanceof Unknown)) {
      const repeated = errorAt("InvalidArgument", "a key may occur twice", node);
      return unite([new Unknown(causes, { present: true }), error ?? repeated], causes);
    }
    const map = mapOf(entries, node, frame);
    return error === undefined ? map : unite([map, error], causes);
  };
  return foldIfConstant(run, [...keys, ...values]);
}

function mapOf(
  entries: readonly (readonly [CelValue, CelValue])[],
  node: Checked,
  meter: Meter,
): CelValue {
  const map = new Map<CelValue, CelValue>();
  for (const [key, value] of entries) {
    if (!isKey(key))
      return errorAt("NoSuchOverload", "a key must be a bool, int, uint or string", node);
    if (lookUp(map, key, meter) !== undefined) {
      return errorAt("InvalidArgument", "a key occurs twice", node);
    }
    map.set(key, withoutError(value));
  }
  if (entries.some(([key]) => typeof key !== "string")) return map;
  // `fromEntries` defines own keys, so that `__proto__` is a key like any other.
  return Object.fromEntries(map);
}

function isKey(key: CelValue): boolean {
  return ["bool", "int", "uint", "string"].includes(kindOf(key));
}
