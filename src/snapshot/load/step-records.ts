import type { StepRecordsDocument } from "../../generated/step-records-types.ts";
import { validate } from "../../generated/validate-step-records.ts";
import { asJson } from "../../input/as-json.ts";
import { checkSchema } from "../../input/check-schema.ts";
import type { DeepReadonly, JsonValue } from "../../input/json-value.ts";
import type { Problem } from "../../input/problem.ts";
import type { SourceDocument } from "../../input/source-document.ts";
import { fleetsOf } from "../../profile/fleets.ts";
import { compareTimestamps, parseTimestamp } from "../../time/time.ts";
import { instantProblems } from "../check-instants.ts";
import type { Snapshot, StepRecord } from "../snapshot.ts";
import { itemsAt, wordAt } from "./json-access.ts";
import type { LoadContext } from "./load-context.ts";
import { inside, problemAt } from "./place.ts";

/**
 * All steps that `kind: StepRecords` documents and snapshots tell of. Undefined where none of them speaks of
 * steps; empty where one says that none was recorded. A node may be gone by now, so its name is not held
 * against the Nodes of the input.
 */
export function joinStepRecords(
  documents: readonly SourceDocument[],
  snapshots: readonly { readonly snapshot: Pick<Snapshot, "steps"> }[],
  context: LoadContext,
): readonly JsonValue[] | undefined {
  const told = snapshots.flatMap(({ snapshot: { steps } }) => (steps ? [steps] : []));
  const written = documents.map((document) => readSteps(document, context));
  return told.length + written.length === 0 ? undefined : [...told, ...written].flat().map(asJson);
}

type StepsReading = DeepReadonly<StepRecordsDocument>;

function readSteps(document: SourceDocument, { profile, log }: LoadContext): readonly StepRecord[] {
  const problems = [
    ...checkSchema(document, validate, "SNAPSHOT_INVALID"),
    ...instantProblems(
      document,
      itemsAt(document.value, "steps").flatMap((_, at) => [
        ["steps", String(at), "at"],
        ["steps", String(at), "verifiedAt"],
      ]),
    ),
    ...checkedBeforeStepped(document),
  ];
  const value: unknown = document.value;
  if (!isSteps(value, problems)) {
    log.problems.push(...problems);
    return [];
  }
  const fleets = new Set(fleetsOf(profile).map(({ name }) => name));
  return value.steps.map(byHash).filter(({ daemonSet }, at) => {
    if (fleets.has(daemonSet)) return true;
    const place = inside({ document, path: ["steps"] }, String(at), "daemonSet");
    const message = "the profile names no such DaemonSet";
    const help = "name it under `spec.fleets` or in a gate of the profile";
    log.problems.push(problemAt(place, "SNAPSHOT_UNRECOGNIZED", message, { help }));
    return false;
  });
}

/** A revision is told by the name of its ControllerRevision as well, `cilium-7958bb8779`: its hash is what pods bear. */
function byHash(step: StepRecord): StepRecord {
  const prefix = `${step.daemonSet.slice(step.daemonSet.indexOf("/") + 1)}-`;
  return step.revision.startsWith(prefix)
    ? { ...step, revision: step.revision.slice(prefix.length) }
    : step;
}

/** Nobody checks a step before it was taken: one of the two instants is wrong, and which is not known. */
function checkedBeforeStepped(document: SourceDocument): readonly Problem[] {
  return itemsAt(document.value, "steps").flatMap((step, index) => {
    const [at, verifiedAt] = ["at", "verifiedAt"].map((field) =>
      parseTimestamp(wordAt(step, field) ?? ""),
    );
    if (at === undefined || verifiedAt === undefined) return [];
    if (compareTimestamps(verifiedAt, at) >= 0) return [];
    const position = document.positionAt(["steps", String(index), "verifiedAt"]);
    const message = "`verifiedAt` lies before `at`";
    return [{ code: "SNAPSHOT_TIME_INVALID" as const, message, position }];
  });
}

function isSteps(value: unknown, problems: readonly Problem[]): value is StepsReading {
  return problems.length === 0 && value !== undefined;
}
