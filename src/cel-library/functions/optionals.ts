import type { Meter } from "../../cel/code.ts";
import { compare } from "../../cel/compare.ts";
import { kindOf, numericOf } from "../../cel/kinds.ts";
import { sizeOf } from "../../cel/membership.ts";
import { mayHold } from "../../cel/optional.ts";
import type { Overload } from "../../cel/overload.ts";
import { type CelType, DYN, FREE } from "../../cel/type.ts";
import { withoutError } from "../../cel/unknown.ts";
import { CelError, CelOptional, type CelValue, Unknown } from "../../cel/value.ts";
import { Duration } from "../../time/time.ts";
import { functionOf, methodOf } from "./signature.ts";

const optionalOf = ([value = DYN]: readonly CelType[]): CelType => ({ kind: "optional", value });
const heldBy = ([type = DYN]: readonly CelType[]): CelType =>
  type.kind === "optional" ? type.value : DYN;

/** Whether a value is what its type has before anything is said; unknown if its size is. */
function isZero(value: CelValue, meter: Meter): boolean | Unknown {
  if (value === null || value === false || Number(numericOf(value) ?? 1) === 0) return true;
  if (value instanceof Duration) return compare(value, new Duration(0, 0)) === 0;
  if (!["string", "bytes", "list", "map"].includes(kindOf(value))) return false;
  const size = sizeOf(value, meter);
  return size instanceof Unknown && size.bounds.atLeast === 0 ? size : size === 0;
}

function ofNonZero([value = null]: readonly CelValue[], meter: Meter): CelValue {
  const zero = isZero(value, meter);
  if (zero instanceof Unknown) return mayHold(value, zero.causes);
  return new CelOptional(zero ? undefined : value);
}

const noValue = new CelError("InvalidArgument", "the optional is none");

export const optionalOverloads: readonly Overload[] = [
  {
    ...functionOf("optional.of", ["any"], "dyn"),
    result: optionalOf,
    apply: ([value = null]) => new CelOptional(value),
    // That it holds something is known.
    guess: ([value = null]) => new CelOptional(withoutError(value)),
  },
  {
    ...functionOf("optional.ofNonZeroValue", ["any"], "dyn"),
    result: optionalOf,
    apply: ofNonZero,
  },
  {
    ...functionOf("optional.none", [], "dyn"),
    result: { kind: "optional", value: FREE },
    apply: () => new CelOptional(undefined),
  },
  {
    ...methodOf("hasValue", ["optional"], "bool"),
    apply: ([value]) => value instanceof CelOptional && value.value !== undefined,
  },
  {
    ...methodOf("value", ["optional"], "dyn"),
    result: heldBy,
    mayFail: "InvalidArgument",
    // What it holds may be null.
    bounds: {},
    apply: ([value]) => {
      const held = value instanceof CelOptional ? value.value : undefined;
      return held === undefined ? noValue : held;
    },
  },
];
