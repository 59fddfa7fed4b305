import { formatTimestamp } from "../../../time/time.ts";
import { type FactDeclaration, known } from "../fact.ts";
import { stringFact } from "../fact-type.ts";
import { everyReason } from "../gaps.ts";
import { unknownFor } from "../known.ts";
import type { GateSubject } from "../subject.ts";
import { gateActivatedOn } from "./gate-activated-on.ts";

export const gateActivatedDay: FactDeclaration<GateSubject, string> = {
  name: "gate.activatedDay",
  type: stringFact,
  mayBeAbsent: true,
  reasons: everyReason,
  reads: ["/git/files/<marker file>/markers"],
  doc: "gate.activatedOn as `YYYY-MM-DD`, for messages.",
  derive: (_subject, read) => {
    const day = read(gateActivatedOn);
    if (day.state === "unknown") return unknownFor(day.reasons);
    return day.state === "absent" ? day : known(formatTimestamp(day.value).slice(0, 10));
  },
};
