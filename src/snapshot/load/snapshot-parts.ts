import { asJson } from "../../input/as-json.ts";
import { isObject, member } from "../../input/json-value.ts";
import type { SourceDocument } from "../../input/source-document.ts";
import { readSnapshot } from "../parse-snapshot.ts";
import type { Snapshot } from "../snapshot.ts";
import { jsonMap, objectAt } from "./json-access.ts";
import type { LoadLog } from "./load-log.ts";
import type { Contribution } from "./merge-contributions.ts";
import type { PipelineReading } from "./pipeline-sources.ts";
import { inside } from "./place.ts";
import type { GivenObject } from "./take-objects.ts";

/** A snapshot, whole or in part, taken to pieces so that it can be joined with other evidence. */
export interface SnapshotParts {
  readonly snapshot: Snapshot;
  readonly objects: readonly GivenObject[];
  readonly contributions: readonly Contribution[];
  readonly pipeline: PipelineReading | undefined;
}

/** Checks a snapshot and takes it to pieces; undefined, with the problems in the log, if it is not right. */
export function readSnapshotParts(
  document: SourceDocument,
  log: LoadLog,
): SnapshotParts | undefined {
  const parsed = readSnapshot(document);
  if (!parsed.ok) {
    log.problems.push(...parsed.problems);
    return undefined;
  }
  const snapshot = parsed.value;
  const root = { document, path: [] };
  const objects = Object.entries(objectAt(document.value, "objects") ?? {}).flatMap(
    ([key, value]) =>
      isObject(value) ? [{ ...inside(root, "objects", key), value, isFromSnapshot: true }] : [],
  );
  return {
    snapshot,
    objects,
    contributions: contributionsOf(document, snapshot),
    pipeline: pipelineOf(snapshot),
  };
}

function contributionsOf(document: SourceDocument, snapshot: Snapshot): readonly Contribution[] {
  const value = asJson(snapshot);
  const root = { document, path: [] };
  const cluster = snapshot.metadata?.cluster;
  const named = ["talos", "credentials"].flatMap((part) =>
    Object.entries(objectAt(value, part) ?? {}).map(([name, inner]) => ({
      path: [part, name],
      value: inner,
      place: inside(root, part, name),
    })),
  );
  const whole = ["git", "rendered"].flatMap((part) => {
    const inner = member(value, part);
    return inner === undefined ? [] : [{ path: [part], value: inner, place: inside(root, part) }];
  });
  return [
    ...named,
    ...whole,
    ...(cluster === undefined
      ? []
      : [{ path: ["metadata"], value: jsonMap([["cluster", cluster]]), place: root }]),
  ];
}

function pipelineOf({ pipeline }: Snapshot): PipelineReading | undefined {
  if (pipeline === undefined) return undefined;
  const { conclusion, steps } = pipeline;
  return {
    conclusions: conclusion === undefined ? [] : [conclusion],
    steps: Object.entries(steps).map(([id, step]) => ({ id, ...step })),
  };
}
