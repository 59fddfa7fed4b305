import { minutesUntilTaken } from "../clock-skew.ts";
import { absent, type FactDeclaration, known, unknown } from "../fact.ts";
import { intFact } from "../fact-type.ts";
import { everyReason } from "../gaps.ts";
import { isInstant } from "../instant-text.ts";
import { unknownFor } from "../known.ts";
import type { NodeCredentialSubject } from "../subject.ts";
import { markerPending } from "./marker-pending.ts";
import { activeConfigOf, timeNotRead } from "./talos-record.ts";

export const markerPendingMinutes: FactDeclaration<NodeCredentialSubject, number> = {
  name: "marker.pendingMinutes",
  type: intFact,
  mayBeAbsent: true,
  reasons: everyReason,
  reads: ["/talos/<node>/machineConfig/active/updatedAt", "/takenAt", ...markerPending.reads],
  doc: "Whole minutes from the last write of the active machine config to takenAt, while an annotation of the proof is pending or foreign; 0 if it was written after takenAt but within the profile's maxSkewMinutes. Each write of the config starts it anew. Absent when nothing is on its way.",
  derive: (subject, read, note) => {
    const pending = read(markerPending);
    if (pending.state === "unknown") return unknownFor(pending.reasons);
    if (pending.state === "absent" || pending.value === "no" || pending.value === "notCollected") {
      return absent;
    }
    const text = activeConfigOf(subject)?.updatedAt;
    if (text === undefined || !isInstant(text)) {
      const detail = "when the active machine config was written not read";
      return unknownFor(timeNotRead(subject, detail, "machineconfig"), { present: true });
    }
    note?.(["talos", subject.node.metadata.name, "machineConfig", "active", "updatedAt"], text);
    const minutes = minutesUntilTaken(text, subject.source);
    if (minutes !== undefined) return known(minutes);
    return unknown("Skewed", "the active machine config was written long after takenAt", {
      cure: "read Talos and the cluster at one time, and compare the node's clock",
      present: true,
    });
  },
};
