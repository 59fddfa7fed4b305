import { type FactDeclaration, known } from "../../fact.ts";
import { boolFact } from "../../fact-type.ts";
import { everyReason } from "../../gaps.ts";
import { eachOnce, unknownFor } from "../../known.ts";
import type { NodeSubject } from "../../subject.ts";
import { configParts } from "./config-parts.ts";
import { nodeChangesOf } from "./node-changes.ts";

export const changesDiffers: FactDeclaration<NodeSubject, boolean> = {
  name: "changes.differs",
  type: boolFact,
  mayBeAbsent: false,
  reasons: everyReason,
  reads: configParts,
  doc: "Whether there are any `changes.paths`, be their effect none.",
  derive: (subject) => {
    const changes = nodeChangesOf(subject);
    if (changes.state === "notCollected") return known(false);
    if (changes.state === "unknown") return unknownFor(changes.reasons);
    const { certain, open } = changes.diff;
    if (certain.length > 0 || open.length === 0) return known(certain.length > 0);
    return unknownFor(eachOnce(open.map(({ reason }) => reason)));
  },
};
