import { gapsFor } from "../../../snapshot/coverage.ts";
import { absent, type FactDeclaration, known } from "../fact.ts";
import { stringFact } from "../fact-type.ts";
import { gapReasons } from "../gate/not-read.ts";
import type { StepSubject } from "../subject.ts";
import { pipelineNotRead } from "./step-record.ts";

export const pipelineConclusion: FactDeclaration<StepSubject, string> = {
  name: "pipeline.conclusion",
  type: stringFact,
  mayBeAbsent: true,
  reasons: gapReasons,
  reads: ["/pipeline/conclusion"],
  doc: "Conclusion of the whole job or run; absent when its record gives none. A green run says nothing about a skipped step.",
  derive: ({ source, stepId }, _read, note) => {
    const { pipeline } = source.snapshot;
    if (pipeline?.conclusion !== undefined) {
      note?.(["pipeline", "conclusion"], pipeline.conclusion);
      return known(pipeline.conclusion);
    }
    const isHidden = gapsFor(source.snapshot, "pipeline", "conclusion").length > 0;
    return pipeline === undefined || isHidden ? pipelineNotRead(source, stepId) : absent;
  },
};
