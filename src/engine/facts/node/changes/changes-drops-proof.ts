import { type FactDeclaration, known } from "../../fact.ts";
import { boolFact } from "../../fact-type.ts";
import { unknownFor } from "../../known.ts";
import type { NodeSubject } from "../../subject.ts";
import { changesDroppedProofs } from "./changes-dropped-proofs.ts";

export const changesDropsProof: FactDeclaration<NodeSubject, boolean> = {
  name: "changes.dropsProof",
  type: boolFact,
  mayBeAbsent: false,
  reasons: changesDroppedProofs.reasons,
  reads: changesDroppedProofs.reads,
  doc: "Whether there are any `changes.droppedProofs`: what made a whole fleet lose its proofs, and reboot, at each update.",
  derive: (_subject, read) => {
    const dropped = read(changesDroppedProofs);
    if (dropped.state === "unknown") return unknownFor(dropped.reasons);
    return known(dropped.state === "value" && dropped.value.length > 0);
  },
};
