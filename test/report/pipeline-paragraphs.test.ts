import { expect, it } from "vitest";
import type { Decision, Finding, PipelineStepDecision } from "../../src/engine/decision.ts";
import { renderText } from "../../src/report/render-text.ts";
import { decisionOf, findingOf } from "../support/decisions.ts";

const done = (name: string): PipelineStepDecision => ({
  name,
  outcome: "success",
  conclusion: "success",
  durationMs: 5231,
  reasons: [],
});

const open = (name: string, reason: string): Finding =>
  findingOf({
    name,
    reason,
    outcome: "unknown",
    message: `it may be that ${name} did not run`,
    missing: [
      {
        fact: "step.outcome",
        reasons: [{ code: "NotRead", detail: `step ${name} was not read`, cure: "give the run" }],
      },
    ],
  });

const told: Decision = decisionOf({
  verdict: "deny",
  pipeline: {
    conclusion: "success",
    steps: [
      done("push_staging"),
      { ...done("verify_evidence"), outcome: "failure", reasons: ["StepFailureIgnored"] },
      {
        ...done("promote_latest"),
        durationMs: 61_999,
        usualMs: 850,
        reasons: ["StepOutOfOrder", "StepMuchLonger"],
      },
      { name: "wait", outcome: "missing", reasons: ["StepMissing"] },
      { name: "update", outcome: "skipped", durationMs: 0, reasons: [] },
      { name: "reassert", outcome: "unknown", reasons: [] },
      { name: "report", outcome: "unknown", reasons: [] },
    ],
  },
  findings: ["reassert", "report"].flatMap((name) => [
    open(name, "StepSkipped"),
    open(name, "StepFailed"),
  ]),
});

function sectionOf(decision: Decision, width: number): string {
  const text = renderText(decision, { width, color: false });
  return /\n\n(PIPELINE[\s\S]*?)\n\n/.exec(text)?.[1] ?? "";
}

it("tells in a table what is not plainly done, and once what is not known", () => {
  expect(sectionOf(told, 100)).toMatchInlineSnapshot(`
    "PIPELINE  the run says success, 2 of 7 required steps succeeded
      STEP             OUTCOME                 DURATION                  WHY
      verify_evidence  failure (run: success)  5.2 s                     StepFailureIgnored
      promote_latest   success                 1 min 1 s (usual 850 ms)  StepOutOfOrder, StepMuchLonger
      wait             missing                 -                         StepMissing
      update           skipped                 0 ms                      -
      UNKNOWN (deny deploy)  2 steps: how they ended
          reassert, report
          missing: step.outcome (NotRead: step <name> was not read)
          settles it: give the run"
  `);
  expect(renderText(told, { width: 100, color: false })).not.toContain("FINDINGS");
});

it("is read on a narrow terminal as well", () => {
  expect(sectionOf(told, 60)).toMatchInlineSnapshot(`
    "PIPELINE  the run says success, 2 of 7 required steps
      succeeded
      STEP             OUTCOME                 DURATION
        WHY
      verify_evidence  failure (run: success)  5.2 s
          StepFailureIgnored
      promote_latest   success                 1 min 1 s (usual
          850 ms)  StepOutOfOrder, StepMuchLonger
      wait             missing                 -
          StepMissing
      update           skipped                 0 ms
          -
      UNKNOWN (deny deploy)  2 steps: how they ended
          reassert, report
          missing: step.outcome (NotRead: step <name> was not
            read)
          settles it: give the run"
  `);
});

it("tells nothing where every step did what it should", () => {
  const steps = [done("push_staging"), done("promote_latest")];
  expect(sectionOf(decisionOf({ pipeline: { conclusion: "success", steps } }), 100)).toBe("");
  expect(sectionOf(decisionOf({}), 100)).toBe("");
});

it("says what is open in the headline, once", () => {
  const verdictOf = (decision: Decision): string | undefined =>
    renderText(decision, { width: 200, color: false }).split("\n")[0];
  const undecided = decisionOf({ ...told, verdict: "indeterminate", because: "unknown" });
  expect(verdictOf(undecided)).toBe(
    "INDETERMINATE deploy (unknown): how 2 required steps ended is not known",
  );
  const [first, second] = undecided.findings;
  const one = { ...undecided, findings: [first, second].flatMap((each) => each ?? []) };
  expect(verdictOf(one)).toBe(
    "INDETERMINATE deploy (unknown): how the step reassert ended is not known",
  );
});

it("keeps a finding that is open for another reason than how the step ended", () => {
  const finding = { ...open("push_staging", "StepOutOfOrder"), missing: [] };
  const text = renderText({ ...told, findings: [finding] }, { width: 100, color: false });
  expect(text).toContain("StepOutOfOrder");
  expect(text).toContain("FINDINGS");
});

it("lets no name drive the terminal", () => {
  const steps = [{ ...done("a\u001b[2J\nb"), outcome: "skipped" as const }];
  const text = renderText(decisionOf({ pipeline: { steps } }), { width: 100, color: false });
  expect(text).not.toContain("\u001b");
  expect(text).toContain("the run says no conclusion, 0 of 1 required step succeeded");
});
