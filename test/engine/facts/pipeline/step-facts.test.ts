import { describe, expect, it } from "vitest";
import { pipelineConclusion } from "../../../../src/engine/facts/pipeline/pipeline-conclusion.ts";
import { pipelineEvent } from "../../../../src/engine/facts/pipeline/pipeline-event.ts";
import type { ProfileStep } from "../../../../src/engine/facts/pipeline/required-steps.ts";
import { stepApplicable } from "../../../../src/engine/facts/pipeline/step-applicable.ts";
import { stepConclusion } from "../../../../src/engine/facts/pipeline/step-conclusion.ts";
import { stepDurationMs } from "../../../../src/engine/facts/pipeline/step-duration-ms.ts";
import { stepFacts } from "../../../../src/engine/facts/pipeline/step-facts.ts";
import { stepGates } from "../../../../src/engine/facts/pipeline/step-gates.ts";
import { stepOutcome } from "../../../../src/engine/facts/pipeline/step-outcome.ts";
import { stepSuppressed } from "../../../../src/engine/facts/pipeline/step-suppressed.ts";
import type { StepSubject } from "../../../../src/engine/facts/subject.ts";
import type { ProfileGate } from "../../../../src/profile/profile.ts";
import type { PipelineStepRecord, Snapshot } from "../../../../src/snapshot/snapshot.ts";
import { codesOf, derive, deriveAll, evidenceOf, sourceOf } from "../derive.ts";
import { componentFile, declaredFiles, gate, kustomization } from "../gate/gate-subject.ts";
import { knownValue, shown } from "../gate/known.ts";

interface StepCase {
  /** What the profile says of the step. */
  readonly required?: Partial<ProfileStep>;
  readonly pipeline?: Snapshot["pipeline"];
  readonly gaps?: Snapshot["gaps"];
  readonly files?: NonNullable<Snapshot["git"]>["files"];
  readonly gates?: readonly ProfileGate[];
}

function stepSubject({
  pipeline,
  gaps,
  files = declaredFiles,
  gates = [gate],
  required = {},
}: StepCase): StepSubject {
  const snapshot: Partial<Snapshot> = {
    git: { files },
    ...(pipeline === undefined ? {} : { pipeline }),
    ...(gaps === undefined ? {} : { gaps }),
  };
  const stepId = "cluster_update";
  const profile = { gates, pipeline: { requiredSteps: [{ id: stepId, ...required }] } };
  return { source: sourceOf(snapshot, profile), stepId };
}

/** A run that ended well and recorded this of the step. */
function ran(step: PipelineStepRecord, rest: Omit<StepCase, "pipeline"> = {}): StepSubject {
  return stepSubject({
    pipeline: { conclusion: "success", steps: { cluster_update: step } },
    ...rest,
  });
}

describe("step.outcome", () => {
  it.each<{ step: PipelineStepRecord; outcome: string; why: string }>([
    {
      step: { outcome: "skipped", conclusion: "skipped", durationMs: 0 },
      outcome: "skipped",
      why: "the seed's step",
    },
    {
      step: { outcome: "failure", conclusion: "success" },
      outcome: "failure",
      why: "a failure that the run went on from",
    },
    {
      step: { conclusion: "cancelled" },
      outcome: "cancelled",
      why: "no outcome, so the conclusion",
    },
    { step: { outcome: "success", conclusion: "success" }, outcome: "success", why: "both agree" },
  ])("is $outcome: $why", ({ step, outcome }) => {
    expect(knownValue(stepOutcome, ran(step))).toBe(outcome);
  });

  it.each<{ subject: StepSubject; codes: string[]; why: string }>([
    { subject: stepSubject({}), codes: ["NotRead"], why: "no pipeline was read" },
    {
      subject: stepSubject({ pipeline: { steps: {} } }),
      codes: ["absent"],
      why: "the pipeline has no such step",
    },
    {
      subject: stepSubject({
        pipeline: { steps: {} },
        gaps: [{ part: "pipeline", name: "cluster_update", reason: "Partial" }],
      }),
      codes: ["Partial"],
      why: "the step is a gap of the pipeline",
    },
    {
      subject: stepSubject({ gaps: [{ part: "pipeline", reason: "Forbidden" }] }),
      codes: ["Forbidden"],
      why: "the whole pipeline is a gap",
    },
    {
      subject: ran({ outcome: "success", contradictory: true }),
      codes: ["Inconsistent"],
      why: "two records disagree",
    },
    { subject: ran({}), codes: ["NotRecorded"], why: "the record has neither" },
    {
      subject: ran({ outcome: "neutral" }),
      codes: ["Unparsable"],
      why: "the word is none of the four",
    },
    { subject: ran({ outcome: "" }), codes: ["Unparsable"], why: "the step has not ended" },
  ])("is $codes when $why", ({ subject, codes }) => {
    expect(codesOf(derive(stepOutcome, subject))).toEqual(codes);
  });

  it("keeps the word that it cannot read out of its reasons", () => {
    expect(JSON.stringify(derive(stepOutcome, ran({ outcome: "hunter2" })))).not.toContain(
      "hunter2",
    );
  });

  it("tells from which field it was read", () => {
    expect(evidenceOf(stepOutcome, ran({ outcome: "skipped", conclusion: "success" }))).toEqual([
      ["/pipeline/steps/cluster_update/outcome", "skipped"],
    ]);
  });
});

describe("a step that the run goes on from when it fails", () => {
  const required = { continueOnError: true };
  it.each<{ step: PipelineStepRecord; outcome: unknown; why: string }>([
    {
      step: { conclusion: "success" },
      outcome: "unknown",
      why: "its conclusion is success either way",
    },
    { step: { outcome: "failure", conclusion: "success" }, outcome: "failure", why: "it is told" },
    { step: { outcome: "success", conclusion: "success" }, outcome: "success", why: "it is told" },
    { step: { conclusion: "skipped" }, outcome: "skipped", why: "a skipped step hides nothing" },
  ])("has outcome $outcome where $why", ({ step, outcome }) => {
    expect(shown(derive(stepOutcome, ran(step, { required })))).toBe(outcome);
  });

  it("succeeded or failed, and nothing else", () => {
    expect(derive(stepOutcome, ran({ conclusion: "success" }, { required }))).toMatchObject({
      oneOf: ["success", "failure"],
      present: true,
    });
  });
});

describe("step.conclusion", () => {
  it.each<{ subject: StepSubject; conclusion: unknown; why: string }>([
    {
      subject: ran({ outcome: "failure", conclusion: "success" }),
      conclusion: "success",
      why: "the run went on",
    },
    { subject: ran({ outcome: "failure" }), conclusion: "absent", why: "none is recorded" },
    { subject: ran({ conclusion: "neutral" }), conclusion: "unknown", why: "it is no such word" },
    {
      subject: ran({ outcome: "success", contradictory: true }),
      conclusion: "unknown",
      why: "two records disagree",
    },
    { subject: stepSubject({}), conclusion: "unknown", why: "no pipeline was read" },
    {
      subject: stepSubject({ pipeline: { steps: {} } }),
      conclusion: "absent",
      why: "there is no such step",
    },
  ])("is $conclusion where $why", ({ subject, conclusion }) => {
    expect(shown(derive(stepConclusion, subject))).toBe(conclusion);
  });
});

describe("step.applicable", () => {
  const events = ["merge_group", "push"];
  const run = (event?: string): Snapshot["pipeline"] => ({
    steps: {},
    ...(event === undefined ? {} : { event }),
  });
  const ofEvents = (rest: StepCase): StepSubject => stepSubject({ required: { events }, ...rest });
  it.each<{ subject: StepSubject; applicable: unknown; event: unknown; why: string }>([
    {
      subject: stepSubject({ pipeline: run("pull_request") }),
      applicable: true,
      event: "pull_request",
      why: "the profile names no events",
    },
    {
      subject: ofEvents({ pipeline: run("push") }),
      applicable: true,
      event: "push",
      why: "the event is among them",
    },
    {
      subject: ofEvents({ pipeline: run("pull_request") }),
      applicable: false,
      event: "pull_request",
      why: "it is not",
    },
    {
      subject: ofEvents({ pipeline: run() }),
      applicable: "unknown",
      event: "absent",
      why: "the record names none",
    },
    { subject: ofEvents({}), applicable: "unknown", event: "unknown", why: "no run was read" },
    {
      subject: ofEvents({
        pipeline: run(),
        gaps: [{ part: "pipeline", name: "event", reason: "Inconsistent" }],
      }),
      applicable: "unknown",
      event: "unknown",
      why: "two records name different ones",
    },
  ])("is $applicable where $why", ({ subject, applicable, event }) => {
    expect(shown(derive(stepApplicable, subject))).toBe(applicable);
    expect(shown(derive(pipelineEvent, subject))).toBe(event);
  });
});

describe("step.durationMs", () => {
  it.each<{ subject: StepSubject; duration: unknown; why: string }>([
    { subject: ran({ outcome: "skipped", durationMs: 0 }), duration: 0, why: "0 is recorded" },
    { subject: ran({ outcome: "skipped" }), duration: "absent", why: "none is recorded" },
    {
      subject: stepSubject({ pipeline: { steps: {} } }),
      duration: "absent",
      why: "there is no such step",
    },
    { subject: stepSubject({}), duration: "unknown", why: "no pipeline was read" },
  ])("is $duration when $why", ({ subject, duration }) => {
    const fact = derive(stepDurationMs, subject);
    expect(shown(fact)).toBe(duration);
  });
});

describe("step.suppressed", () => {
  const second: ProfileGate = {
    ...gate,
    name: "second",
    declared: { ...gate.declared, kustomization: "other/kustomization.yaml" },
  };
  const released = { ...declaredFiles, [kustomization]: { components: [] } };
  const kustomizationUnread = { [componentFile]: declaredFiles[componentFile] ?? {} };

  it.each<{ given: StepCase; suppressed: unknown; gates: unknown; why: string }>([
    { given: {}, suppressed: true, gates: [gate.name], why: "its gate is declared" },
    { given: { files: released }, suppressed: false, gates: [], why: "its gate is not declared" },
    {
      given: { files: kustomizationUnread },
      suppressed: "unknown",
      gates: "unknown",
      why: "its gate's declaration was not read",
    },
    { given: { gates: [] }, suppressed: false, gates: [], why: "there is no gate" },
    {
      given: { gates: [{ ...gate, suppresses: ["other"] }] },
      suppressed: false,
      gates: [],
      why: "its gate suppresses another step",
    },
    {
      given: { gates: [second, gate] },
      suppressed: true,
      gates: "unknown",
      why: "one of two is declared and the other not read",
    },
    {
      given: { gates: [second, gate], files: released },
      suppressed: "unknown",
      gates: "unknown",
      why: "one of two is not declared and the other not read",
    },
  ])("is $suppressed when $why", ({ given, suppressed, gates }) => {
    const subject = stepSubject(given);
    const seen = [derive(stepSuppressed, subject), derive(stepGates, subject)].map(shown);
    expect(seen).toEqual([suppressed, gates]);
  });
});

describe("pipeline.conclusion", () => {
  it.each<{ subject: StepSubject; conclusion: string; why: string }>([
    {
      subject: ran({ outcome: "skipped" }),
      conclusion: "success",
      why: "green though the step was skipped",
    },
    {
      subject: stepSubject({ pipeline: { steps: {} } }),
      conclusion: "absent",
      why: "none is recorded",
    },
    { subject: stepSubject({}), conclusion: "unknown", why: "no pipeline was read" },
  ])("is $conclusion: $why", ({ subject, conclusion }) => {
    const fact = derive(pipelineConclusion, subject);
    expect(shown(fact)).toBe(conclusion);
  });

  it("is unknown for the reason of the gap in its place", () => {
    const gaps = [{ part: "pipeline", name: "conclusion", reason: "Inconsistent" }] as const;
    const fact = derive(pipelineConclusion, stepSubject({ pipeline: { steps: {} }, gaps }));
    expect(codesOf(fact)).toEqual(["Inconsistent"]);
    expect(pipelineConclusion.reasons).toContain("Inconsistent");
  });
});

describe("step facts", () => {
  it("are known of the seed's run", () => {
    const facts = deriveAll(
      stepFacts,
      ran({ outcome: "skipped", conclusion: "skipped", durationMs: 0 }),
    );
    expect([...facts].map(([name, fact]) => [name, shown(fact)])).toEqual([
      ["step.id", "cluster_update"],
      ["step.applicable", true],
      ["step.outcome", "skipped"],
      ["step.conclusion", "skipped"],
      ["step.durationMs", 0],
      ["step.earlierRuns", 0],
      ["step.usualMs", "absent"],
      ["step.percentOfUsual", "absent"],
      ["step.afterFailed", "absent"],
      ["step.overtook", "absent"],
      ["step.suppressed", true],
      ["step.gates", ["cilium-homogeneous-devices"]],
      ["pipeline.conclusion", "success"],
      ["step.isLast", true],
      ["pipeline.event", "absent"],
    ]);
  });
});
