import type { Finding, PipelineDecision, PipelineStepDecision } from "../decision.ts";
import { pipelineConclusion } from "../facts/pipeline/pipeline-conclusion.ts";
import { stepConclusion } from "../facts/pipeline/step-conclusion.ts";
import { stepDurationMs } from "../facts/pipeline/step-duration-ms.ts";
import { stepOutcome } from "../facts/pipeline/step-outcome.ts";
import { stepUsualMs } from "../facts/pipeline/step-usual.ts";
import type { StepSubject } from "../facts/subject.ts";
import type { Judged, Subjects } from "../subjects.ts";
import { valueOr } from "./value-or.ts";

/** The run step by step, with what rules found on each; undefined where no policy judged any step. */
export function decidePipeline(
  isJudged: boolean,
  { step: steps }: Subjects,
  findings: readonly Finding[],
): PipelineDecision | undefined {
  const [first] = steps;
  if (first === undefined || !isJudged) return undefined;
  const reasons = reasonsByStep(findings);
  const conclusion = first.reader.read(pipelineConclusion);
  return {
    ...(conclusion.state === "absent" ? {} : { conclusion: valueOr(conclusion, "unknown") }),
    steps: steps.map((judged) => decideStep(judged, reasons.get(judged.name) ?? [])),
  };
}

function decideStep(
  { name, reader }: Judged<StepSubject>,
  reasons: readonly string[],
): PipelineStepDecision {
  const outcome = reader.read(stepOutcome);
  const conclusion = valueOr(reader.read(stepConclusion), undefined);
  const durationMs = valueOr(reader.read(stepDurationMs), undefined);
  const usualMs = valueOr(reader.read(stepUsualMs), undefined);
  return {
    name,
    outcome: outcome.state === "absent" ? "missing" : valueOr(outcome, "unknown"),
    ...(conclusion === undefined ? {} : { conclusion }),
    ...(durationMs === undefined ? {} : { durationMs }),
    ...(usualMs === undefined ? {} : { usualMs }),
    reasons,
  };
}

/** What rules are sure of, by step, in the order of findings. */
function reasonsByStep(findings: readonly Finding[]): ReadonlyMap<string, readonly string[]> {
  const byStep = new Map<string, string[]>();
  for (const { subject, name, outcome, reason } of findings) {
    if (subject !== "step" || outcome !== "fail") continue;
    const found = byStep.get(name);
    if (found === undefined) byStep.set(name, [reason]);
    else if (!found.includes(reason)) found.push(reason);
  }
  return byStep;
}
