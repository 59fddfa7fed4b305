import type { Fact } from "../facts/fact.ts";

/** The fact's value for showing it, or something else to show where there is none or it is not known. */
export function valueOr<T, Other>(fact: Fact<T>, other: Other): T | Other {
  return fact.state === "value" ? fact.value : other;
}
