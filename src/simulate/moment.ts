import type { Snapshot } from "../snapshot/snapshot.ts";
import {
  formatTimestamp,
  nanosOf,
  parseTimestamp,
  type Timestamp,
  timestampOf,
} from "../time/time.ts";
import type { Edit } from "./edit.ts";

/** How long an event takes that leaves a time behind, in seconds, so that it comes after all that was seen before. */
export const EVENT_SECONDS = 60;

const NANOS_PER_SECOND = 1_000_000_000n;

/** Time that has passed: the evidence is read again later, with the event between. */
export interface Moment {
  readonly edits: readonly Edit[];
  /** The instant that lies this many seconds before the evidence is read again. */
  readonly before: (seconds: number) => string;
}

/** Lets time pass; undefined where the year 9999 would be over. */
export function after(snapshot: Snapshot, nanos: bigint): Moment | undefined {
  const takenAt = later(snapshot.takenAt, nanos);
  if (takenAt === undefined) return undefined;
  const reads = snapshot.coverage.flatMap(({ readAt }, index) => {
    const at = readAt === undefined ? undefined : later(readAt, nanos);
    const value = at === undefined ? undefined : formatTimestamp(at);
    return value === undefined ? [] : [{ at: ["coverage", `${index}`, "readAt"], value }];
  });
  return {
    edits: [{ at: ["takenAt"], value: formatTimestamp(takenAt) }, ...reads],
    before: (seconds) => {
      const moment = timestampOf(nanosOf(takenAt) - BigInt(seconds) * NANOS_PER_SECOND);
      return formatTimestamp(moment ?? takenAt);
    },
  };
}

export function afterSeconds(snapshot: Snapshot, seconds: number): Moment | undefined {
  return after(snapshot, BigInt(seconds) * NANOS_PER_SECOND);
}

export const endOfTime = { refused: "time would pass beyond the year 9999" } as const;

function later(text: string, nanos: bigint): Timestamp | undefined {
  const instant = parseTimestamp(text);
  return instant === undefined ? undefined : timestampOf(nanosOf(instant) + nanos);
}
