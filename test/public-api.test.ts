import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { laws } from "../src/testing/index.ts";
import { LAW_KEYS } from "../src/testing/laws/law-of.ts";
import { decideLoaded, loadSources, readIncident } from "./support/incident-folder.ts";
import { decide } from "./support/library-example.ts";
import { shippedPolicies } from "./support/shipped-policies.ts";
import { nodesOf } from "./support/source-tree.ts";

const root = join(import.meta.dirname, "..");
const shipped = join(root, "src/policies/builtin");

function textOf(path: string): string {
  return readFileSync(join(root, path), "utf8");
}

/** Names that an entry of the package exports, types marked as such. */
function exportedNames(entry: string): readonly string[] {
  return nodesOf("index.ts", textOf(entry))
    .filter(({ node }) => node.type === "ExportSpecifier")
    .map(({ node, parent }) => {
      const isType = node.exportKind === "type" || parent?.exportKind === "type";
      return `${isType ? "type " : ""}${Reflect.get(Object(node.exported), "name")}`;
    })
    .sort();
}

describe("the public names", () => {
  it("are these: taking one away or renaming it breaks callers", () => {
    expect(exportedNames("src/index.ts")).toMatchInlineSnapshot(`
      [
        "INTENTS",
        "Timestamp",
        "assembleSnapshot",
        "checkStepWarrant",
        "checkWarrant",
        "compilePolicySet",
        "evaluate",
        "formatProblem",
        "formatTimestamp",
        "isStepWarrant",
        "judgeCase",
        "namedGitFiles",
        "parseAnyWarrant",
        "parseEvent",
        "parseProfile",
        "parseSnapshot",
        "parseTimestamp",
        "parseWarrant",
        "planRollout",
        "planStepWarrants",
        "planWarrants",
        "prepareCase",
        "readDocuments",
        "readEffectTables",
        "readPatch",
        "readPolicyTest",
        "readProfile",
        "readSources",
        "renderPolicyTests",
        "renderText",
        "runPolicyTests",
        "simulate",
        "sortInputs",
        "type Action",
        "type AnyWarrant",
        "type AssembleInput",
        "type Assembled",
        "type CaseJudgement",
        "type Comparison",
        "type CompileSetOptions",
        "type Decision",
        "type DecisionCounts",
        "type DeclaredCredential",
        "type EffectTable",
        "type Enforcement",
        "type EvaluateOptions",
        "type Evidence",
        "type Finding",
        "type FindingSeen",
        "type FingerprintKey",
        "type FleetAdoption",
        "type FleetDecision",
        "type FleetNodeAdoption",
        "type FleetRevision",
        "type FleetRollout",
        "type FleetStepDelta",
        "type FluxDecision",
        "type FluxEdge",
        "type GateChange",
        "type GateDecision",
        "type GateQuestion",
        "type GateState",
        "type GitFileInput",
        "type Hindrance",
        "type HoldDecision",
        "type Intent",
        "type Mismatch",
        "type MissingFact",
        "type MovedFact",
        "type NodeChange",
        "type NodeDecision",
        "type NodeOutcome",
        "type Obligation",
        "type ParamSetting",
        "type Parsed",
        "type Patch",
        "type Phase",
        "type PipelineDecision",
        "type PipelineStepDecision",
        "type PlanPhase",
        "type PlanStep",
        "type Policy",
        "type PolicySet",
        "type PolicyTest",
        "type PolicyTestReport",
        "type PolicyTestRun",
        "type PossibleOutcome",
        "type Problem",
        "type ProblemCode",
        "type Profile",
        "type ReadSources",
        "type ReadyCase",
        "type RolloutGuard",
        "type RolloutPhase",
        "type RolloutPlan",
        "type RolloutProof",
        "type RolloutStanding",
        "type RolloutStep",
        "type RolloutUnmet",
        "type RuleCoverage",
        "type RunOptions",
        "type Severity",
        "type Simulation",
        "type SimulationEvent",
        "type SimulationStep",
        "type Snapshot",
        "type SortedInputs",
        "type SourceDocument",
        "type SourcePosition",
        "type SourceText",
        "type StepWarrant",
        "type StepWarrantCheck",
        "type SubjectKind",
        "type TakenAtSource",
        "type TestCase",
        "type TestFiles",
        "type TestedPolicies",
        "type TextOptions",
        "type UnconfirmedFact",
        "type UnknownReasonCode",
        "type UnmetGuard",
        "type Verdict",
        "type VerdictChange",
        "type Warrant",
        "type WarrantCheck",
        "type WarrantOptions",
        "type WarrantOutcome",
        "type WarrantedPlan",
        "type WarrantedRollout",
        "type WithheldStep",
        "type WithheldWarrant",
        "writeDecision",
        "writePolicyTests",
        "writeSnapshot",
        "writeStepWarrant",
        "writeWarrant",
      ]
    `);
  });

  it("of fleetwarrant/testing are these", () => {
    expect(exportedNames("src/testing/index.ts")).toMatchInlineSnapshot(`
      [
        "changedWorlds",
        "checkLaw",
        "collectedWhole",
        "collections",
        "defaultNames",
        "happen",
        "lawProperty",
        "laws",
        "namesOf",
        "observe",
        "profileOfWorld",
        "settledWorlds",
        "type Census",
        "type ClusterNames",
        "type Collected",
        "type Decision",
        "type Law",
        "type LawOptions",
        "type Named",
        "type Scene",
        "type Tally",
        "type World",
        "type WorldEvent",
        "worlds",
      ]
    `);
    expect(Object.keys(laws).sort()).toEqual([...LAW_KEYS].sort());
  });
});

describe("the example in README.md", () => {
  const policies = readdirSync(shipped)
    .filter((name) => name.endsWith(".yaml") && !name.endsWith(".test.yaml"))
    .map((file) => ({ file, text: readFileSync(join(shipped, file), "utf8") }));
  const files = readIncident("reboot-storm/after-update");

  it("is the one that is run here", () => {
    const code = textOf("test/support/library-example.ts").replace(
      "../../src/index.ts",
      "fleetwarrant",
    );
    expect(textOf("README.md")).toContain(`\`\`\`ts\n${code}\`\`\`\n`);
  });

  it("decides what the command line decides", () => {
    const expected = decideLoaded(shippedPolicies(), loadSources(files));
    expect(decide([...policies, ...files], "2026-08-09T20:31:00Z")).toEqual(expected);
  });

  it("tells every mistake", () => {
    const broken = [
      { file: "a.yaml", text: "a: [" },
      { file: "b.json", text: '{"a":1,"a":2}' },
    ];
    expect(() => decide([...broken, ...files], "2026-08-09T20:31:00Z")).toThrow(
      /a\.yaml:\d+:\d+: INPUT_SYNTAX[\s\S]*b\.json:1:8: INPUT_DUPLICATE_KEY/,
    );
  });
});
