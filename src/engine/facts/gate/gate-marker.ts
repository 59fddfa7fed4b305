import { markerFile } from "../../../profile/profile.ts";
import { compareTimestamps, type Timestamp } from "../../../time/time.ts";
import { type Fact, type FactDeclaration, known, type Note } from "../fact.ts";
import { enumFact } from "../fact-type.ts";
import { everyReason } from "../gaps.ts";
import type { Known } from "../known.ts";
import type { GateSubject } from "../subject.ts";
import { gitFile } from "./git-file.ts";
import { parseUtcDay, startOfUtcDay } from "./utc-day.ts";

const markerStates = ["valid", "missing", "several", "malformed", "future"] as const;
export type MarkerState = (typeof markerStates)[number];

export const gateMarker: FactDeclaration<GateSubject, MarkerState> = {
  name: "gate.marker",
  type: enumFact("MarkerState", markerStates),
  mayBeAbsent: false,
  reasons: everyReason,
  reads: ["/git/files/<marker file>/markers"],
  doc: "What the comment that dates the activation says: one day that exists (valid), none, more than one, no `YYYY-MM-DD` or a day that does not exist (malformed), or a day after today in UTC (future; no skew is tolerated).",
  timeDependent: true,
  derive: ({ source, gate }, _read, note) => {
    const marker = readMarker({ source, gate }, note);
    if (marker.state === "unknown") return marker;
    return judgeMarker(marker.value, source.evaluatedAt);
  },
};

export interface Marker {
  readonly count: number;
  /** The one day that it names; undefined unless there is exactly one marker with a day that exists. */
  readonly day: Timestamp | undefined;
}

/** The markers of the gate's key in its marker file. */
export function readMarker({ source, gate }: GateSubject, note: Note | undefined): Known<Marker> {
  const path = markerFile(gate);
  const file = gitFile(source, path, "markers");
  if (file.state === "unknown") return file;
  const seenAt = ["git", "files", path, "markers"];
  const texts: string[] = [];
  file.value.markers?.forEach(({ key, value }, index) => {
    if (key !== gate.marker.key) return;
    texts.push(value);
    note?.([...seenAt, String(index), "value"], value);
  });
  const [first] = texts;
  if (first === undefined) note?.(seenAt, file.value.markers ?? null);
  const day = texts.length === 1 && first !== undefined ? parseUtcDay(first) : undefined;
  return known({ count: texts.length, day });
}

function judgeMarker({ count, day }: Marker, evaluatedAt: Timestamp): Fact<MarkerState> {
  if (count === 0) return known("missing");
  if (count > 1) return known("several");
  if (day === undefined) return known("malformed");
  // Compared as instants: a division that truncates would read tomorrow as today.
  if (compareTimestamps(day, startOfUtcDay(evaluatedAt)) > 0) return known("future", day.seconds);
  return known("valid");
}
