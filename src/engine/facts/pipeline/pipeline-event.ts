import { type FactDeclaration, known } from "../fact.ts";
import { stringFact } from "../fact-type.ts";
import { everyReason } from "../gaps.ts";
import type { StepSubject } from "../subject.ts";
import { absentUnlessHidden } from "./step-record.ts";

export const pipelineEvent: FactDeclaration<StepSubject, string> = {
  name: "pipeline.event",
  type: stringFact,
  mayBeAbsent: true,
  reasons: everyReason,
  reads: ["/pipeline/event"],
  doc: "What started the run, such as merge_group; absent when its record does not say.",
  derive: ({ source }, _read, note) => {
    const { pipeline } = source.snapshot;
    if (pipeline?.event === undefined) {
      return absentUnlessHidden(source, "event", "the event of the run");
    }
    note?.(["pipeline", "event"], pipeline.event);
    return known(pipeline.event);
  },
};
