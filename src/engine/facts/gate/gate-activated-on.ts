import type { Timestamp } from "../../../time/time.ts";
import { absent, type FactDeclaration, known } from "../fact.ts";
import { timestampFact } from "../fact-type.ts";
import { everyReason } from "../gaps.ts";
import type { GateSubject } from "../subject.ts";
import { readMarker } from "./gate-marker.ts";

export const gateActivatedOn: FactDeclaration<GateSubject, Timestamp> = {
  name: "gate.activatedOn",
  type: timestampFact,
  mayBeAbsent: true,
  reasons: everyReason,
  reads: ["/git/files/<marker file>/markers"],
  doc: "The first instant (UTC) of the day that the one marker names, be it a day to come; absent unless there is exactly one marker with a day that exists.",
  derive: (subject, _read, note) => {
    const marker = readMarker(subject, note);
    if (marker.state === "unknown") return marker;
    return marker.value.day === undefined ? absent : known(marker.value.day);
  },
};
