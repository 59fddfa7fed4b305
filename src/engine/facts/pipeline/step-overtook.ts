import { absent, type FactDeclaration, known } from "../fact.ts";
import { stringFact } from "../fact-type.ts";
import { everyReason } from "../gaps.ts";
import { unknownFor } from "../known.ts";
import type { StepSubject } from "../subject.ts";
import { judgeOrder } from "./step-order.ts";

export const stepOvertook: FactDeclaration<StepSubject, string> = {
  name: "step.overtook",
  type: stringFact,
  mayBeAbsent: true,
  reasons: everyReason,
  reads: ["/pipeline/orders", "/pipeline/steps"],
  doc: "The step that must come before this one, as the profile lists them, and ran after it; of several whose outcome was read the one that ran last. Absent where none did, where this one did not run, and where the profile gives it no place in an order.",
  derive: ({ source, stepId }, _read, note) => {
    const judged = source.once(judgeOrder).get(stepId) ?? absent;
    if (judged.state === "absent") return absent;
    if (judged.state === "unknown") return unknownFor(judged.reasons);
    const { id, late, own } = judged.value;
    for (const [step, place] of [
      [stepId, own],
      [id, late],
    ] as const) {
      note?.(["pipeline", "orders", String(place.order), String(place.at)], step);
    }
    return known(id);
  },
};
