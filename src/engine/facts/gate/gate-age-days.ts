import { absent, type FactDeclaration, known } from "../fact.ts";
import { intFact } from "../fact-type.ts";
import { everyReason } from "../gaps.ts";
import { unknownFor } from "../known.ts";
import type { GateSubject } from "../subject.ts";
import { gateActivatedOn } from "./gate-activated-on.ts";
import { SECONDS_PER_DAY, startOfUtcDay } from "./utc-day.ts";

export const gateAgeDays: FactDeclaration<GateSubject, number> = {
  name: "gate.ageDays",
  type: intFact,
  mayBeAbsent: true,
  reasons: everyReason,
  reads: ["/git/files/<marker file>/markers"],
  doc: "Whole UTC days from the marker's day to the day of evaluation: 0 on the day itself, 1 from the next UTC midnight on. Absent unless gate.marker is valid.",
  timeDependent: true,
  derive: ({ source }, read) => {
    const day = read(gateActivatedOn);
    if (day.state === "unknown") return unknownFor(day.reasons);
    if (day.state === "absent") return absent;
    const today = startOfUtcDay(source.evaluatedAt).seconds;
    const ageDays = (today - day.value.seconds) / SECONDS_PER_DAY;
    return ageDays < 0 ? absent : known(ageDays, today + SECONDS_PER_DAY);
  },
};
