import type { FactDeclaration } from "../fact.ts";
import { boolFact } from "../fact-type.ts";
import { everyReason } from "../gaps.ts";
import type { GateSubject } from "../subject.ts";
import { judgeReferenced } from "./gate-patches.ts";

export const gateReferenced: FactDeclaration<GateSubject, boolean> = {
  name: "gate.referenced",
  type: boolFact,
  mayBeAbsent: false,
  reasons: everyReason,
  reads: ["/git/files/<kustomization>/components"],
  doc: "The profile's kustomization lists the gate's component, however the entry is written.",
  derive: ({ source, gate }, _read, note) => judgeReferenced(source, gate, note),
};
