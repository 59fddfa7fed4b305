import { entriesOf, keysOf } from "../equality.ts";
import { isList } from "../kinds.ts";
import { type CelValue, PartialList, PartialMap, Unknown } from "../value.ts";
import type { Overload, ParameterKind } from "./overload.ts";

function test(name: string, holds: (text: string, part: string) => boolean): Overload {
  return {
    name,
    isMethod: true,
    parameters: ["string", "string"],
    result: { kind: "bool" },
    apply: ([text, part]) =>
      typeof text === "string" && typeof part === "string" && holds(text, part),
  };
}

function size(parameter: ParameterKind, isMethod: boolean): Overload {
  return {
    name: "size",
    isMethod,
    parameters: [parameter],
    result: { kind: "int" },
    bounds: { present: true, atLeast: 0 },
    apply: ([value = null]) => sizeOf(value),
  };
}

/** Code points of a text, bytes, elements, keys; bounds for what may be incomplete. */
function sizeOf(value: CelValue): CelValue {
  if (typeof value === "string") return codePointsIn(value);
  if (value instanceof Uint8Array || isList(value)) return value.length;
  if (value instanceof PartialList) return sizeOfPartial(value);
  if (value instanceof PartialMap) {
    return new Unknown(value.causes, { present: true, atLeast: keysOf(value).length });
  }
  return entriesOf(value).length;
}

function codePointsIn(text: string): number {
  let count = 0;
  for (const _ of text) count++;
  return count;
}

function sizeOfPartial({ items, maybe, open, causes }: PartialList): CelValue {
  const atLeast = items.length - maybe.size;
  if (open) return new Unknown(causes, { present: true, atLeast });
  if (maybe.size === 0) return atLeast;
  return new Unknown(causes, { present: true, atLeast, atMost: items.length });
}

const sized: readonly ParameterKind[] = ["string", "bytes", "list", "map"];

export const textOverloads: readonly Overload[] = [
  test("startsWith", (text, part) => text.startsWith(part)),
  test("endsWith", (text, part) => text.endsWith(part)),
  test("contains", (text, part) => text.includes(part)),
  ...sized.flatMap((parameter) => [size(parameter, false), size(parameter, true)]),
];
