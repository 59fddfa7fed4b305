import { parseTimestamp } from "../../../time/time.ts";
import { absent, type FactDeclaration, known, unknown } from "../fact.ts";
import { intFact } from "../fact-type.ts";
import { everyReason } from "../gaps.ts";
import { unknownFor } from "../known.ts";
import type { NodeCredentialSubject } from "../subject.ts";
import { markerPending } from "./marker-pending.ts";
import { activeConfigOf, timeNotRead } from "./talos-record.ts";

const SECONDS_PER_MINUTE = 60;
/** How far parts of a snapshot may have been read apart where the profile does not say, in minutes. */
const SKEW_MINUTES_DEFAULT = 60;

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
    const updatedAt = text === undefined ? undefined : parseTimestamp(text);
    if (text === undefined || updatedAt === undefined) {
      const detail = "when the active machine config was written not read";
      return unknownFor(timeNotRead(subject, detail, "machineconfig"), { present: true });
    }
    note?.(["talos", subject.node.metadata.name, "machineConfig", "active", "updatedAt"], text);
    const minutes = minutesUntilTaken(subject, updatedAt);
    if (minutes >= 0) return known(minutes);
    const { maxSkewMinutes = SKEW_MINUTES_DEFAULT } = subject.source.profile.spec;
    if (minutes >= -maxSkewMinutes) return known(0);
    return unknown("Skewed", "the active machine config was written long after takenAt", {
      cure: "read Talos and the cluster at one time, and compare the node's clock",
      present: true,
    });
  },
};

/** Whole minutes, rounded down; negative where it lies after takenAt. */
function minutesUntilTaken(
  { source }: NodeCredentialSubject,
  { seconds, nanos }: { readonly seconds: number; readonly nanos: number },
): number {
  const takenAt = parseTimestamp(source.snapshot.takenAt);
  if (takenAt === undefined) return 0;
  const elapsed = takenAt.seconds - seconds - (takenAt.nanos < nanos ? 1 : 0);
  return Math.floor(elapsed / SECONDS_PER_MINUTE);
}
