import { causesOf } from "../../cel/causes.ts";
import { errorOf, orError, withoutError } from "../../cel/unknown.ts";
import { CelError, CelOptional, type CelValue } from "../../cel/value.ts";

/** An optional that holds what some code gave: an error in that is none of what is held. */
export function holding(value: CelValue): CelValue {
  if (value instanceof CelError) return value;
  return orError(new CelOptional(withoutError(value)), errorOf(value), causesOf([value]));
}
