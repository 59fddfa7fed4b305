import type { WarrantDocument } from "../generated/warrant-types.ts";
import { asJson } from "../input/as-json.ts";
import type { DeepReadonly } from "../input/json-value.ts";
import { canonicalJson } from "../snapshot/canonical-json.ts";
import { digestOf } from "../snapshot/digest.ts";
import { formatTimestamp, parseTimestamp, Timestamp } from "../time/time.ts";

/**
 * Leave to carry out one step of a plan on one node, while everything that it binds is as it was. Shape:
 * `schemas/warrant.schema.json`.
 */
export type Warrant = DeepReadonly<WarrantDocument>;

/** Minutes for which a warrant is good, unless it is told otherwise: some reboots and their drains. */
export const VALID_MINUTES_DEFAULT = 60;
/** A day. Whoever needs longer plans again. */
export const VALID_MINUTES_MAX = 1440;

/** @throws RangeError when it is no whole number from 1 to 1440. */
export function checkValidMinutes(minutes: number): number {
  if (!Number.isInteger(minutes) || minutes < 1 || minutes > VALID_MINUTES_MAX)
    throw new RangeError(`validMinutes is no whole number from 1 to ${VALID_MINUTES_MAX}`);
  return minutes;
}

/** Seconds since the epoch of the last instant that RFC 3339 can write. */
const LAST_SECOND = 253_402_300_799;

/** @throws RangeError for a text that is no RFC 3339 instant. */
export function minutesAfter(instant: string, minutes: number): string {
  const from = parseTimestamp(instant);
  if (from === undefined) throw new RangeError("no RFC 3339 instant");
  const seconds = Math.min(from.seconds + minutes * 60, LAST_SECOND);
  return formatTimestamp(new Timestamp(seconds, from.nanos));
}

/** Digest over the canonical JSON of a warrant without its `digest`. */
export function contentDigestOf(warrant: object): string {
  const content = Object.fromEntries(Object.entries(warrant).filter(([key]) => key !== "digest"));
  return digestOf(asJson(content));
}

/** The bytes of a warrant: canonical JSON, indented by two, ending in a newline. Equal warrants, equal bytes. */
export function writeWarrant(warrant: Warrant): string {
  return canonicalJson(asJson(warrant), 2);
}
