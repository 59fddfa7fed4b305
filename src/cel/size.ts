import { lengthOf } from "../text/code-points.ts";
import type { Meter } from "./code.ts";
import { keysOf } from "./equality.ts";
import { listOf } from "./kinds.ts";
import { type CelValue, PartialMap, Unknown } from "./value.ts";

/** Code points of a text, bytes, elements, keys; bounds for what may be incomplete. */
export function sizeOf(value: CelValue, meter: Meter): CelValue {
  if (typeof value === "string") return lengthOf(value);
  if (value instanceof Uint8Array) return value.length;
  if (value instanceof PartialMap) {
    return new Unknown(value.causes, { present: true, atLeast: keysOf(value, meter).length });
  }
  const list = listOf(value);
  if (list === undefined) return keysOf(value, meter).length;
  const { items, maybe, open, causes } = list;
  const atLeast = items.length - maybe.size;
  if (open) return new Unknown(causes, { present: true, atLeast });
  if (maybe.size === 0) return atLeast;
  return new Unknown(causes, { present: true, atLeast, atMost: items.length });
}
