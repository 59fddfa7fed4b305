import { type Fact, type FactDeclaration, known } from "../../fact.ts";
import { stringListFact } from "../../fact-type.ts";
import { everyReason } from "../../gaps.ts";
import { eachOnce, unknownFor } from "../../known.ts";
import type { NodeSubject } from "../../subject.ts";
import { configParts } from "./config-parts.ts";
import { nodeChangesOf } from "./node-changes.ts";
import { changeText } from "./placed-change.ts";

export const changesPaths: FactDeclaration<NodeSubject, readonly string[]> = {
  name: "changes.paths",
  type: stringListFact,
  mayBeAbsent: false,
  reasons: everyReason,
  reads: configParts,
  doc: "The places at which the node's rendered machine config differs from its active one, in code-unit order, without what stands there: `/machine/env/A` in the document without kind, else kind, name and place. Empty where rendered configs are not collected. What `changes.effect` leaves out is left out here.",
  derive: (subject) => {
    const changes = nodeChangesOf(subject);
    if (changes.state === "notCollected") return none;
    if (changes.state === "unknown") return unknownFor(changes.reasons);
    const { certain, open } = changes.diff;
    return open.length === 0
      ? known(certain.map(changeText))
      : unknownFor(eachOnce(open.map(({ reason }) => reason)));
  },
};

const none: Fact<readonly string[]> = known([]);
