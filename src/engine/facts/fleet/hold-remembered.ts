import { absent, type Fact, type FactDeclaration, known, type Note } from "../fact.ts";
import { boolFact, enumFact, stringFact } from "../fact-type.ts";
import { everyReason } from "../gaps.ts";
import { unknownFor } from "../known.ts";
import { textAt } from "../read-object.ts";
import type { GateSubject } from "../subject.ts";
import { deploymentPath } from "./fleet-paths.ts";
import { holdDeployment } from "./hold-deployment.ts";

const reads = [`${deploymentPath}/metadata/annotations/<rememberedReplicas>`];

/** The replica count that the hold recorded; absent where it recorded none. */
function readRemembered(subject: GateSubject, note: Note | undefined): Fact<string> {
  const { ownership } = subject.gate;
  const found = holdDeployment(subject);
  if (ownership === undefined || found.state !== "value")
    return found.state === "value" ? absent : found;
  const path = ["metadata", "annotations", ownership.rememberedReplicas];
  const text = textAt(found.value.object, path);
  note?.(["objects", found.value.key, ...path], text ?? null);
  return text === undefined || text === "" ? absent : known(text);
}

export const holdNamed: FactDeclaration<GateSubject, boolean> = {
  name: "hold.named",
  type: boolFact,
  mayBeAbsent: false,
  reasons: [],
  reads: [],
  doc: "The profile names a Deployment that the gate holds at zero.",
  derive: ({ gate }) => known(gate.ownership !== undefined),
};

export const holdOwned: FactDeclaration<GateSubject, boolean> = {
  name: "hold.owned",
  type: boolFact,
  mayBeAbsent: false,
  reasons: everyReason,
  reads,
  doc: "The Deployment carries a remembered replica count, whatever it says: the gate suspended it and has not restored it. Unknown, never false, while that Deployment was not seen; false where the profile names none.",
  derive: (subject, _read, note) => {
    const remembered = readRemembered(subject, note);
    if (remembered.state === "unknown") return unknownFor(remembered.reasons);
    return known(remembered.state === "value");
  },
};

export const holdRemembered: FactDeclaration<GateSubject, string> = {
  name: "hold.remembered",
  type: stringFact,
  mayBeAbsent: true,
  reasons: everyReason,
  reads,
  doc: "The replica count to restore, as recorded: any text may stand there. Absent while nothing is owned.",
  derive: (subject, _read, note) => readRemembered(subject, note),
};

const states = ["valid", "zero", "malformed", "outOfRange", "none"] as const;
export type RememberedState = (typeof states)[number];

export const holdRememberedState: FactDeclaration<GateSubject, RememberedState> = {
  name: "hold.rememberedState",
  type: enumFact("RememberedState", states),
  mayBeAbsent: false,
  reasons: everyReason,
  reads,
  doc: "Whether the remembered count can be restored: digits only, leading zeros apart, from 1 to 2147483647 (valid); 0 however written (zero); no digits or more than digits (malformed); beyond 32 bits (outOfRange); nothing recorded (none).",
  derive: (_subject, read) => {
    const remembered = read(holdRemembered);
    if (remembered.state === "unknown") return unknownFor(remembered.reasons);
    return known(remembered.state === "absent" ? "none" : judgeRemembered(remembered.value));
  },
};

const REPLICAS_MAX = 2_147_483_647;

/** Zeros go as text and length is looked at first, so that no number can overflow into another. */
export function judgeRemembered(text: string): RememberedState {
  if (!/^[0-9]+$/.test(text)) return "malformed";
  const digits = text.replace(/^0+/, "");
  if (digits === "") return "zero";
  return digits.length > 10 || Number(digits) > REPLICAS_MAX ? "outOfRange" : "valid";
}
