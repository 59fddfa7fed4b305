import { valueAt } from "../input/json-pointer.ts";
import { isList, type JsonValue } from "../input/json-value.ts";
import type { Problem } from "../input/problem.ts";
import type { SourceDocument, ValuePath } from "../input/source-document.ts";
import { parseEvent } from "../simulate/parse-event.ts";
import { readPatch } from "../simulate/patch/operation.ts";
import { partDocument } from "./part-document.ts";
import type { TestStep } from "./policy-test.ts";

interface StepsPlace {
  readonly document: SourceDocument;
  /** Of what `events` stands in. */
  readonly path: ValuePath;
  readonly problems: Problem[];
}

/** Reads `events`: texts are events, and operations that follow each other are one patch. */
export function readSteps({ document, path, problems }: StepsPlace): readonly TestStep[] {
  const at = [...path, "events"];
  const items = valueAt(document.value, at);
  const steps: TestStep[] = [];
  for (const run of isList(items) ? runsOf(items) : []) {
    const position = document.positionAt([...at, `${run.from}`]);
    if (run.event !== undefined) {
      const event = parseEvent(run.event);
      if (event.ok) steps.push({ step: { type: "event", event: event.value }, position });
      else problems.push(...event.problems.map((problem) => ({ ...problem, ...asTest, position })));
      continue;
    }
    const patch = readPatch(operationsOf(document, at, run));
    if (patch.ok) steps.push({ step: { type: "patch", patch: patch.value }, position });
    else problems.push(...patch.problems);
  }
  return steps;
}

const asTest = { code: "TEST_INVALID" } as const;

/** One event, or operations that follow each other. */
interface Run {
  readonly from: number;
  readonly event?: string;
  readonly operations: JsonValue[];
}

function runsOf(items: readonly JsonValue[]): readonly Run[] {
  const runs: Run[] = [];
  for (const [index, item] of items.entries()) {
    const last = runs.at(-1);
    if (typeof item === "string") runs.push({ from: index, event: item, operations: [] });
    else if (last !== undefined && last.event === undefined) last.operations.push(item);
    else runs.push({ from: index, operations: [item] });
  }
  return runs;
}

function operationsOf(
  document: SourceDocument,
  at: ValuePath,
  { from, operations }: Run,
): SourceDocument {
  return partDocument(document, operations, ([index, ...rest]) =>
    index === undefined ? [...at, `${from}`] : [...at, `${from + Number(index)}`, ...rest],
  );
}
