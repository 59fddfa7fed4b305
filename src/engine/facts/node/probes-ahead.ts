import { type FactDeclaration, known } from "../fact.ts";
import { intFact } from "../fact-type.ts";
import { everyReason, gapsOf, missingReasons } from "../gaps.ts";
import { unknownFor } from "../known.ts";
import type { CredentialSubject } from "../subject.ts";
import { toldProbesOf } from "../told-probes.ts";
import { notAllRead } from "./probe-evidence.ts";

export const probesAhead: FactDeclaration<CredentialSubject, number> = {
  name: "probes.ahead",
  type: intFact,
  mayBeAbsent: false,
  reasons: everyReason,
  reads: ["/probes", "/takenAt"],
  doc: "How many pulls that were tried of this credential say that it was after the snapshot was taken. No other fact heeds them: they tell of a state that the snapshot does not show, or of a clock that is wrong.",
  derive: ({ source, credential }, _read, note) => {
    const ahead = toldProbesOf(source).ahead.filter(
      ({ probe }) => probe.credential === credential.name,
    );
    for (const { at, probe } of ahead) note?.(["probes", `${at}`, "at"], probe.at ?? "");
    const gaps = gapsOf(source).within("probes");
    return gaps.length === 0
      ? known(ahead.length)
      : unknownFor(missingReasons(gaps, notAllRead), { atLeast: ahead.length });
  },
};
