/**
 * The pure core's public names: text and files in, a decision out. Nothing here reads a file, a clock,
 * the environment or the network.
 */

export type {
  Action,
  Decision,
  DecisionCounts,
  Evidence,
  Finding,
  FleetAdoption,
  FleetDecision,
  FleetNodeAdoption,
  FleetRevision,
  FleetStepDelta,
  FluxDecision,
  FluxEdge,
  GateDecision,
  GateQuestion,
  HoldDecision,
  MissingFact,
  NodeDecision,
  PipelineDecision,
  PipelineStepDecision,
  PlanStep,
  PossibleOutcome,
  UnmetGuard,
  Verdict,
} from "./engine/decision.ts";
export type { EffectTable } from "./engine/effects/effect-table.ts";
export { readEffectTables } from "./engine/effects/read-effect-tables.ts";
export { type EvaluateOptions, evaluate } from "./engine/evaluate.ts";
export type { SubjectKind } from "./engine/facts/subject.ts";
export type { Phase, PlanPhase } from "./engine/plan/phases.ts";
export {
  type Enforcement,
  type GateState,
  INTENTS,
  type Intent,
  type Obligation,
  type Policy,
  type PolicySet,
  type Severity,
} from "./engine/policy.ts";
export { planRollout } from "./engine/rollout/plan-rollout.ts";
export type {
  FleetRollout,
  RolloutGuard,
  RolloutPhase,
  RolloutPlan,
  RolloutProof,
  RolloutStanding,
  RolloutStep,
  RolloutUnmet,
} from "./engine/rollout/rollout-plan.ts";
export { formatProblem } from "./input/format-problem.ts";
export type { Parsed, Problem, ProblemCode, SourcePosition } from "./input/problem.ts";
export { readDocuments } from "./input/read-documents.ts";
export type { SourceDocument, SourceText } from "./input/source-document.ts";
export { type CompileSetOptions, compilePolicySet } from "./policies/compile-policy-set.ts";
export type { ParamSetting } from "./policies/policy-settings.ts";
export type { TestedPolicies } from "./policy-tests/cover-policies.ts";
export type { RuleCoverage } from "./policy-tests/coverage.ts";
export { type CaseJudgement, judgeCase } from "./policy-tests/judge-case.ts";
export type { Mismatch } from "./policy-tests/mismatch.ts";
export type { PolicyTest, TestCase, TestFiles } from "./policy-tests/policy-test.ts";
export type { PolicyTestReport } from "./policy-tests/policy-test-report.ts";
export { prepareCase, type ReadyCase } from "./policy-tests/prepare-case.ts";
export { readPolicyTest } from "./policy-tests/read-policy-test.ts";
export {
  type PolicyTestRun,
  type RunOptions,
  runPolicyTests,
} from "./policy-tests/run-policy-tests.ts";
export { namedGitFiles } from "./profile/named-files.ts";
export type { Profile } from "./profile/profile.ts";
export { parseProfile, readProfile } from "./profile/read-profile.ts";
export type { TextOptions } from "./report/layout.ts";
export { renderPolicyTests } from "./report/render-policy-tests.ts";
export { renderText } from "./report/render-text.ts";
export { writeDecision } from "./report/write-decision.ts";
export { writePolicyTests } from "./report/write-policy-tests.ts";
export type {
  Comparison,
  FindingSeen,
  GateChange,
  VerdictChange,
} from "./simulate/compare-decisions.ts";
export type { NodeChange, NodeOutcome } from "./simulate/compare-nodes.ts";
export type { SimulationEvent } from "./simulate/event.ts";
export type { SimulationStep } from "./simulate/happen.ts";
export { parseEvent } from "./simulate/parse-event.ts";
export { type Patch, readPatch } from "./simulate/patch/operation.ts";
export { type Simulation, simulate } from "./simulate/simulate.ts";
export type { FingerprintKey } from "./snapshot/fingerprint.ts";
export {
  type Assembled,
  type AssembleInput,
  assembleSnapshot,
} from "./snapshot/load/assemble-snapshot.ts";
export type { DeclaredCredential } from "./snapshot/load/declared-credential.ts";
export { type ReadSources, readSources } from "./snapshot/load/read-sources.ts";
export type { GitFileInput } from "./snapshot/load/sort-evidence.ts";
export { type SortedInputs, sortInputs } from "./snapshot/load/sort-inputs.ts";
export type { TakenAtSource } from "./snapshot/load/taken-at.ts";
export { parseSnapshot } from "./snapshot/parse-snapshot.ts";
export type { Snapshot, UnknownReasonCode } from "./snapshot/snapshot.ts";
export { writeSnapshot } from "./snapshot/write-snapshot.ts";
export { formatTimestamp, parseTimestamp, Timestamp } from "./time/time.ts";
export { checkStepWarrant, type StepWarrantCheck } from "./warrant/check-step-warrant.ts";
export { checkWarrant, type WarrantCheck, type WarrantOutcome } from "./warrant/check-warrant.ts";
export type { MovedFact, UnconfirmedFact } from "./warrant/doubt.ts";
export type { Hindrance } from "./warrant/intent-denials.ts";
export {
  planStepWarrants,
  type WarrantedRollout,
  type WithheldStep,
} from "./warrant/plan-step-warrants.ts";
export {
  planWarrants,
  type WarrantedPlan,
  type WarrantOptions,
  type WithheldWarrant,
} from "./warrant/plan-warrants.ts";
export { type AnyWarrant, isStepWarrant, parseAnyWarrant } from "./warrant/read-any-warrant.ts";
export { parseWarrant } from "./warrant/read-warrant.ts";
export { type StepWarrant, writeStepWarrant } from "./warrant/step-warrant.ts";
export { type Warrant, writeWarrant } from "./warrant/warrant.ts";
