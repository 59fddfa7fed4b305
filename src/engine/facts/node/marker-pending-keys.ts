import { type FactDeclaration, known } from "../fact.ts";
import { stringListFact } from "../fact-type.ts";
import { everyReason } from "../gaps.ts";
import { eachOnce, unknownFor } from "../known.ts";
import type { NodeCredentialSubject } from "../subject.ts";
import { markerPending, standing } from "./marker-pending.ts";
import { judgePropagation } from "./marker-propagation.ts";
import { isTalosCollected } from "./talos-record.ts";

export const markerPendingKeys: FactDeclaration<NodeCredentialSubject, readonly string[]> = {
  name: "marker.pendingKeys",
  type: stringListFact,
  mayBeAbsent: false,
  reasons: everyReason,
  reads: markerPending.reads,
  doc: "The annotations that marker.pending is about: those that are pending, or those that are foreign. Unknown while that of one of them is.",
  derive: (subject, read) => {
    if (!isTalosCollected(subject)) return known([]);
    const keys = judgePropagation(subject);
    const reasons = eachOnce(keys.flatMap((key) => key.reasons));
    const state = read(markerPending);
    if (reasons.length > 0) return unknownFor(reasons);
    if (state.state !== "value" || state.value === "no" || state.value === "notCollected") {
      return known([]);
    }
    return known(standing(keys, state.value).map(({ key }) => key));
  },
};
