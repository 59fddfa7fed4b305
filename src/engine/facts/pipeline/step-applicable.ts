import { type FactDeclaration, known } from "../fact.ts";
import { boolFact } from "../fact-type.ts";
import { everyReason, gapsOf, missingReasons } from "../gaps.ts";
import { unknownFor } from "../known.ts";
import type { StepSubject } from "../subject.ts";
import { requiredStep } from "./required-steps.ts";

const cure = "give the run with its event: gh run view RUN --json conclusion,event,jobs";

export const stepApplicable: FactDeclaration<StepSubject, boolean> = {
  name: "step.applicable",
  type: boolFact,
  mayBeAbsent: false,
  reasons: everyReason,
  reads: ["/pipeline/event"],
  doc: "The run is of an event in which the profile requires the step; true of every run where it names none.",
  derive: (subject, _read, note) => {
    const events = requiredStep(subject)?.events;
    if (events === undefined) return known(true);
    const { source } = subject;
    const event = source.snapshot.pipeline?.event;
    if (event !== undefined) {
      note?.(["pipeline", "event"], event);
      return known(events.includes(event));
    }
    const detail = "the event of the run is not in its record";
    return unknownFor(missingReasons(gapsOf(source).on("pipeline", "event"), { detail, cure }));
  },
};
