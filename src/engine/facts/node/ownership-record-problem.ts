import { absent, type FactDeclaration, known } from "../fact.ts";
import { stringFact } from "../fact-type.ts";
import { unknownFor } from "../known.ts";
import type { NodeSubject } from "../subject.ts";
import { holdsOf } from "./holds.ts";
import { ownershipRecord } from "./ownership-record.ts";

export const ownershipRecordProblem: FactDeclaration<NodeSubject, string> = {
  name: "ownership.recordProblem",
  type: stringFact,
  mayBeAbsent: true,
  reasons: ownershipRecord.reasons,
  reads: ownershipRecord.reads,
  doc: "Why the recovery record on this Node is invalid; absent where it is valid, or there is none.",
  derive: ({ source, nodeKey }) => {
    const problem = holdsOf(source).get(nodeKey)?.problem;
    if (problem === undefined) return absent;
    return typeof problem === "string" ? known(problem) : unknownFor(problem);
  },
};
