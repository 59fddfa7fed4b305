import type { JsonValue } from "../../input/json-value.ts";
import type { Scrubber } from "./scrub.ts";

/** Longest text that is told as a name, in UTF-16 code units. */
const TEXT_LENGTH_MAX = 512;

/** Whether a text reads as a name, a revision, an image or a time, and not as something that somebody typed. */
export function isName(text: string): boolean {
  return text.length <= TEXT_LENGTH_MAX && /^[A-Za-z0-9._:/@+-]*$/.test(text);
}

/** A name, a time or a number as it is; a text that is none of them is digested. */
export function scrubName(value: JsonValue, scrubber: Scrubber): JsonValue | undefined {
  if (typeof value === "string") return isName(value) ? value : scrubber.digest(value);
  return typeof value === "number" ? value : undefined;
}
