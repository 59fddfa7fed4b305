import { shippedEffects } from "../../src/engine/effects/shipped-effects.ts";
import type { Problem } from "../../src/input/problem.ts";
import { readDocuments } from "../../src/input/read-documents.ts";
import type { SourceDocument } from "../../src/input/source-document.ts";
import type { TestFiles } from "../../src/policy-tests/policy-test.ts";
import type { PolicyTestReport } from "../../src/policy-tests/policy-test-report.ts";
import { readPolicyTest } from "../../src/policy-tests/read-policy-test.ts";
import { type RunOptions, runPolicyTests } from "../../src/policy-tests/run-policy-tests.ts";
import { loadSources, readIncident } from "../support/incident-folder.ts";

export function documentsOf(text: string, file: string): readonly SourceDocument[] {
  const read = readDocuments({ file, text });
  if (!read.ok) throw new Error(read.problems.map(({ message }) => message).join("\n"));
  return read.value;
}

/** A test file whose `spec` is given as YAML, indented by nothing. */
export function testDocument(spec: string): SourceDocument {
  const indented = spec.trim().replace(/^/gm, "  ");
  const text = `apiVersion: fleetwarrant.dev/v1alpha1\nkind: PolicyTest\nspec:\n${indented}\n`;
  const [document] = documentsOf(text, "a.test.yaml");
  if (document === undefined) throw new Error("the test does not parse");
  return document;
}

/** Evidence by the names of incident folders. */
const incidents: TestFiles = {
  evidence: ({ paths, profile }) => {
    const loaded = loadSources(readIncident(paths[0]?.text ?? ""));
    return {
      ok: true,
      value: { ...loaded, profile: profile ?? loaded.profile, effects: shippedEffects() },
    };
  },
  profile: () => ({ ok: false, problems: [] }),
};

export type Outcome = PolicyTestReport | readonly Problem[];

/** Runs one test on policies that stand in YAML, each of which must be covered. */
export function outcomeOf(
  policies: string,
  spec: string,
  options: Partial<RunOptions> = {},
): Outcome {
  const test = readPolicyTest(testDocument(spec));
  if (!test.ok) return test.problems;
  const documents = documentsOf(policies, "a.yaml");
  const run = { test: test.value, policies: { documents, required: new Set(documents) } };
  const report = runPolicyTests([run], { files: incidents, ...options });
  return report.ok ? report.value : report.problems;
}

export function reportOf(...args: Parameters<typeof outcomeOf>): PolicyTestReport {
  const outcome = outcomeOf(...args);
  if (!("outcome" in outcome)) throw new Error(JSON.stringify(outcome, undefined, 2));
  return outcome;
}

export function problemsOf(...args: Parameters<typeof outcomeOf>): readonly Problem[] {
  const outcome = outcomeOf(...args);
  if ("outcome" in outcome) throw new Error("there is no problem");
  return outcome;
}

/** A gate's rules over its age, the first one over whether Git declares it. */
export const gatePolicy = `
apiVersion: fleetwarrant.dev/v1alpha1
kind: Policy
metadata: { name: window }
spec:
  subject: gate
  mode: first
  params: { type: object, properties: { days: { type: integer, minimum: 1, default: 3 } } }
  rules:
    - { name: not-declared, condition: "!gate.declared", outcome: { state: inactive, reason: NotDeclared } }
    - name: too-old
      condition: gate.ageDays != null && gate.ageDays >= params.days
      outcome: { state: expired, reason: FailAgeReached, denies: [deploy] }
      message: "day {{ gate.ageDays }}"
    - name: within
      condition: gate.ageDays != null && gate.ageDays < params.days
      outcome: { state: active, reason: WithinWindow }
  otherwise: { state: invalid, reason: NoRuleApplies, denies: [deploy] }
`;

const root = "k8s/kustomization.yaml";
const component = "k8s/gate/kustomization.yaml";

/** The profile of one gate, as it may stand in a test. */
export const gateProfile = `{ gates: [{ name: g, declared: { kustomization: ${root}, component: gate, strategy: { kind: HelmRelease, namespace: a, name: b, pointer: /spec/type } }, marker: { key: since } }] }`;

/** What Git says of that gate on 2026-08-06: declared since a day or not at all; without a word, Git was not read. */
export function gateSnapshot(declared?: string | "not"): string {
  const files =
    declared === "not"
      ? `${root}: { components: [], markers: [] }, ${component}: { strategies: [] }`
      : `${root}: { components: [gate], markers: [{ key: since, line: 1, value: "${declared}" }] }, ${component}: { strategies: [{ kind: HelmRelease, namespace: a, name: b, pointer: /spec/type, value: OnDelete }] }`;
  const git = declared === undefined ? "" : `, git: { files: { ${files} } }`;
  return `{ takenAt: 2026-08-06T12:00:00Z${git} }`;
}

/** A test of `gatePolicy`: for each case what Git says, and what is expected. */
export function gateCases(
  ...cases: readonly (readonly [declared: string | undefined, expect: string])[]
): string {
  const lines = cases.map(
    ([declared, expect], index) =>
      `  - { name: case ${index}, given: { snapshot: ${gateSnapshot(declared)} }, expect: ${expect} }`,
  );
  return `given: { profile: ${gateProfile} }\ncases:\n${lines.join("\n")}`;
}
