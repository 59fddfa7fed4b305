import { compareTimestamps, formatTimestamp } from "../../../time/time.ts";
import { absent, type Fact, type FactDeclaration, known } from "../fact.ts";
import { enumFact, stringFact } from "../fact-type.ts";
import { everyReason } from "../gaps.ts";
import { reasonsOf, unknownFor } from "../known.ts";
import type { GateSubject } from "../subject.ts";
import { judgeDeclared } from "./gate-declaration.ts";
import { gateDeclared } from "./gate-declared.ts";
import { type Marker, readMarker } from "./gate-marker.ts";

const edits = ["none", "later", "earlier", "other"] as const;
export type MarkerEdit = (typeof edits)[number];

export const gateMarkerEdit: FactDeclaration<GateSubject, MarkerEdit> = {
  name: "gate.markerEdit",
  type: enumFact("MarkerEdit", edits),
  mayBeAbsent: true,
  reasons: everyReason,
  reads: gateDeclared.reads,
  doc: "What became of the marker since the earlier snapshot, of a gate that is declared in both: the same (none), a later day, an earlier day, or a day where there was no one day, or none where there was (other). A gate that was lifted and put up again in between looks the same as one whose day was edited. Absent where no earlier snapshot was given, or either does not declare the gate.",
  derive: (subject, read, note) => {
    const { earlier } = subject.source;
    if (earlier === undefined) return absent;
    const before = { ...subject, source: earlier };
    const declared = [read(gateDeclared), judgeDeclared(earlier, subject.gate, undefined)];
    if (declared.some((one) => one.state === "value" && !one.value)) return absent;
    const [then, now] = [readMarker(before, undefined), readMarker(subject, note)];
    const reasons = reasonsOf([...declared, then, now]);
    if (then.state === "unknown" || now.state === "unknown" || reasons.length > 0)
      return unknownFor(reasons);
    return known(editOf(then.value, now.value));
  },
};

/** Texts that are no day are told by digests, which another key makes otherwise: they are not compared. */
function editOf(then: Marker, now: Marker): MarkerEdit {
  if (then.day === undefined || now.day === undefined) {
    const isSameKind = then.day === now.day && Math.min(then.count, 2) === Math.min(now.count, 2);
    return isSameKind ? "none" : "other";
  }
  const order = compareTimestamps(now.day, then.day);
  if (order === 0) return "none";
  return order > 0 ? "later" : "earlier";
}

export const gateEarlierDay: FactDeclaration<GateSubject, string> = {
  name: "gate.earlierDay",
  type: stringFact,
  mayBeAbsent: true,
  reasons: everyReason,
  reads: [],
  doc: "The day that the one marker named in the earlier snapshot, as `YYYY-MM-DD`, for messages. Absent where no earlier snapshot was given, or it had no one day.",
  derive: (subject): Fact<string> => {
    const { earlier } = subject.source;
    if (earlier === undefined) return absent;
    const marker = readMarker({ ...subject, source: earlier }, undefined);
    if (marker.state === "unknown") return unknownFor(marker.reasons);
    const { day } = marker.value;
    return day === undefined ? absent : known(formatTimestamp(day).slice(0, 10));
  },
};
