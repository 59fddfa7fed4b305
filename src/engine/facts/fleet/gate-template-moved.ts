import { type FactDeclaration, known } from "../fact.ts";
import { boolFact } from "../fact-type.ts";
import { unknownFor } from "../known.ts";
import type { GatedFleetSubject } from "../subject.ts";
import { gateTemplateMovedAt } from "./gate-template-moved-at.ts";

export const gateTemplateMoved: FactDeclaration<GatedFleetSubject, boolean> = {
  name: "gate.templateMoved",
  type: boolFact,
  mayBeAbsent: false,
  reasons: gateTemplateMovedAt.reasons,
  reads: gateTemplateMovedAt.reads,
  doc: "The DaemonSet's template changed after the day of the gate's activation (gate.templateMovedAt). False as well where no day is known.",
  derive: (_subject, read) => {
    const at = read(gateTemplateMovedAt);
    return at.state === "unknown" ? unknownFor(at.reasons) : known(at.state === "value");
  },
};
