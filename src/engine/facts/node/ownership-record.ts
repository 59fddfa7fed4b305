import { type Fact, type FactDeclaration, known } from "../fact.ts";
import { enumFact } from "../fact-type.ts";
import { unknownFor } from "../known.ts";
import type { NodeSubject } from "../subject.ts";
import { holdsOf } from "./holds.ts";

const RECORD_STATES = ["none", "valid", "invalid"] as const;
type RecordState = (typeof RECORD_STATES)[number];

export const ownershipRecord: FactDeclaration<NodeSubject, RecordState> = {
  name: "ownership.record",
  type: enumFact("RecordState", RECORD_STATES),
  mayBeAbsent: false,
  reasons: ["NotRead"],
  reads: [
    "/objects/v1~1Node~1~1<node>/metadata/annotations",
    "/objects/v1~1Node~1~1<node>/metadata/uid",
  ],
  doc: "The recovery record on this Node. Valid: version 1 with exactly its keys, for this Node's UID, of the owner that is annotated, on a Node that is not being deleted.",
  derive: ({ source, nodeKey }) => {
    const hold = holdsOf(source).get(nodeKey);
    if (typeof hold?.problem === "string") return invalid;
    if (hold?.problem !== undefined) {
      return unknownFor(hold.problem, { oneOf: ["valid", "invalid"] });
    }
    return hold?.record === undefined ? none : valid;
  },
};

const none: Fact<RecordState> = known("none");
const valid: Fact<RecordState> = known("valid");
const invalid: Fact<RecordState> = known("invalid");
