import { type FactDeclaration, known } from "../fact.ts";
import { intFact } from "../fact-type.ts";
import { everyReason } from "../gaps.ts";
import { unknownFor } from "../known.ts";
import type { CredentialSubject } from "../subject.ts";
import { toldProbesOf } from "../told-probes.ts";

export const probesAhead: FactDeclaration<CredentialSubject, number> = {
  name: "probes.ahead",
  type: intFact,
  mayBeAbsent: false,
  reasons: everyReason,
  reads: ["/probes", "/takenAt"],
  doc: "How many pulls that were tried of this credential say that it was after the snapshot was taken. No other fact heeds them: they tell of a state that the snapshot does not show, or of a clock that is wrong.",
  derive: ({ source, credential }, _read, note) => {
    const probes = toldProbesOf(source);
    const ahead = probes.ahead.filter(({ probe }) => probe.credential === credential.name);
    for (const { at, probe } of ahead) note?.(["probes", `${at}`, "at"], probe.at ?? "");
    return probes.unread.length === 0
      ? known(ahead.length)
      : unknownFor(probes.unread, { atLeast: ahead.length });
  },
};
