import { evaluate } from "../../src/engine/evaluate.ts";
import { traceRules } from "../../src/engine/trace-rules.ts";
import { formatProblem } from "../../src/input/format-problem.ts";
import type { Problem } from "../../src/input/problem.ts";
import { readProfile } from "../../src/profile/read-profile.ts";
import { renderText } from "../../src/report/render-text.ts";
import { renderTrace } from "../../src/report/render-trace.ts";
import { writeDecision } from "../../src/report/write-decision.ts";
import { assembleSnapshot } from "../../src/snapshot/load/assemble-snapshot.ts";
import { readSources } from "../../src/snapshot/load/read-sources.ts";
import { sortInputs } from "../../src/snapshot/load/sort-inputs.ts";
import { writeSnapshot } from "../../src/snapshot/write-snapshot.ts";
import type { Tell } from "../../src/testing/laws/secrets-never-leave.ts";
import { shippedPolicies } from "../support/shipped-policies.ts";

const policies = shippedPolicies();
const options = { width: 100, color: false };

/** What the commands do with a folder, without files and processes: everything that is printed of it. */
export const tellInMemory: Tell = (files) => {
  const sources = Object.entries(files).map(([file, text]) => ({ file, text }));
  const { documents, texts, problems } = readSources(sources);
  const { profiles, evidence } = sortInputs(documents);
  const [first] = profiles;
  const profile = first === undefined ? undefined : readProfile(first);
  if (profile === undefined || !profile.ok) {
    return mistakes([...problems, ...(profile === undefined ? [] : profile.problems)]);
  }
  const assembled = assembleSnapshot({
    documents: evidence,
    texts,
    profile: profile.value,
    key: { id: "law", bytes: new Uint8Array(32).fill(9) },
    fallbackTakenAt: "2026-08-06T12:00:00Z",
  });
  if (!assembled.ok) return mistakes([...problems, ...assembled.problems]);
  const { snapshot, notices } = assembled.value;
  const decision = evaluate(policies, snapshot, profile.value);
  const { traces } = traceRules(
    policies,
    { snapshot, profile: profile.value },
    { names: [...decision.nodes.map(({ name }) => name), "registry", "agent"] },
  );
  return {
    isDecided: problems.length === 0,
    outputs: {
      problems: problems.map((problem) => formatProblem(problem)).join("\n"),
      notices: notices.join("\n"),
      snapshot: writeSnapshot(snapshot),
      json: writeDecision(decision),
      text: renderText(decision, options),
      trace: renderTrace(traces, options),
    },
  };
};

function mistakes(problems: readonly Problem[]): ReturnType<Tell> {
  const text = problems.map((problem) => formatProblem(problem)).join("\n");
  return { isDecided: false, outputs: { problems: text, data: JSON.stringify(problems) } };
}
