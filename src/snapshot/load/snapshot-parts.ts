import { asJson } from "../../input/as-json.ts";
import { isObject, member } from "../../input/json-value.ts";
import type { SourceDocument } from "../../input/source-document.ts";
import { readSnapshot } from "../parse-snapshot.ts";
import type { Snapshot } from "../snapshot.ts";
import { jsonMap, objectAt } from "./json-access.ts";
import type { LoadLog } from "./load-log.ts";
import type { Contribution } from "./merge-contributions.ts";
import { type RunReading, silent } from "./pipeline-reading.ts";
import { inside } from "./place.ts";
import type { GivenObject } from "./take-objects.ts";

/** A snapshot, whole or in part, taken to pieces so that it can be joined with other evidence. */
export interface SnapshotParts {
  readonly snapshot: Snapshot;
  readonly objects: readonly GivenObject[];
  readonly contributions: readonly Contribution[];
  /** The pipeline's run, and those before it. */
  readonly runs: readonly RunReading[];
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
    runs: runsOf(snapshot),
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

/** A snapshot is the whole of what was read: a step that is not in it was looked for, or is among its gaps. */
function runsOf({ pipeline }: Snapshot): readonly RunReading[] {
  if (pipeline === undefined) return [];
  const { event, orders = [], earlier = [] } = pipeline;
  return [
    { ...runOf(pipeline), events: event === undefined ? [] : [event], orders, lists: "every" },
    ...earlier.map(runOf),
  ];
}

function runOf({ conclusion, run, startedAt, steps }: EarlierRun): RunReading {
  return {
    ...silent,
    run,
    startedAt,
    conclusions: conclusion === undefined ? [] : [conclusion],
    steps: Object.entries(steps).map(([id, step]) => ({ id, ...step })),
  };
}

type EarlierRun = Omit<NonNullable<Snapshot["pipeline"]>, "event" | "orders" | "earlier">;
