import type { JsonObject, JsonValue } from "../../input/json-value.ts";
import type { SourceDocument } from "../../input/source-document.ts";
import type { SnapshotCoverage, SnapshotGap, UnknownReasonCode } from "../snapshot.ts";
import { readInstant } from "./instant.ts";
import { isList, isObject, member, textAt } from "./json-access.ts";
import type { LoadLog } from "./load-log.ts";
import { inside, type Place, type Placed, problemAt } from "./place.ts";

/** What a person or a collector states about the files beside it. */
export interface SnapshotManifest {
  readonly name?: string;
  readonly takenAt?: string;
  readonly cluster?: string;
  readonly coverage: readonly SnapshotCoverage[];
  readonly gaps: readonly SnapshotGap[];
}

type FieldCheck = (value: JsonValue) => boolean;
type FieldChecks = Readonly<Record<string, FieldCheck>>;

const isText: FieldCheck = (value) => typeof value === "string" && value !== "";
const isInstant: FieldCheck = (value) => typeof value === "string" && readInstant(value) === value;

const parts = ["objects", "talos", "credentials", "git", "proofs", "pipeline"] as const;
const reasons: readonly UnknownReasonCode[] = [
  "NotRead",
  "Forbidden",
  "Unreachable",
  "Partial",
  "Unparsable",
  "Withheld",
  "Incomparable",
  "Skewed",
  "Inconsistent",
  "NotRecorded",
];

const rootChecks: FieldChecks = {
  apiVersion: isText,
  kind: isText,
  metadata: isObject,
  takenAt: isInstant,
  cluster: isText,
  coverage: isList,
  gaps: isList,
};
const coverageChecks: FieldChecks = {
  kind: (value) => typeof value === "string" && /^[^/]+(\/[^/]+){1,2}$/.test(value),
  namespace: isText,
  selector: isText,
  complete: (value) => typeof value === "boolean",
  readAt: isInstant,
};
const gapChecks: FieldChecks = {
  part: (value) => partOf(value) !== undefined,
  name: isText,
  reason: (value) => reasonOf(value) !== undefined,
  detail: isText,
};
const expectations: Readonly<Record<string, string>> = {
  takenAt: "an RFC 3339 instant in UTC, such as 2026-08-06T17:20:00Z",
  readAt: "an RFC 3339 instant in UTC, such as 2026-08-06T17:20:00Z",
  kind: "`apiVersion/Kind`, such as v1/Pod",
  complete: "true or false",
  part: `one of ${parts.join(", ")}`,
  reason: `one of ${reasons.join(", ")}`,
};

/** Reads a SnapshotManifest; undefined, with every mistake in the log, if it is not right. */
export function readManifest(document: SourceDocument, log: LoadLog): SnapshotManifest | undefined {
  const root = asMap({ document, path: [] }, document.value, log);
  const problemsBefore = log.problems.length;
  if (root === undefined) return undefined;
  checkFields(root, rootChecks, log);
  const metadata = member(root.value, "metadata");
  if (isObject(metadata)) {
    checkFields({ ...inside(root, "metadata"), value: metadata }, { name: isText }, log);
  }
  const coverage = readItems(root, "coverage", log).flatMap((item) => readCoverage(item, log));
  const gaps = readItems(root, "gaps", log).flatMap((item) => readGap(item, log));
  if (log.problems.length > problemsBefore) return undefined;
  const name = textAt(metadata, "name");
  const takenAt = textAt(root.value, "takenAt");
  const cluster = textAt(root.value, "cluster");
  return {
    ...(name === undefined ? {} : { name }),
    ...(takenAt === undefined ? {} : { takenAt }),
    ...(cluster === undefined ? {} : { cluster }),
    coverage,
    gaps,
  };
}

function asMap(place: Place, value: JsonValue, log: LoadLog): Placed | undefined {
  if (isObject(value)) return { ...place, value };
  log.problems.push(problemAt(place, "SNAPSHOT_INVALID", "not a map"));
  return undefined;
}

function checkFields(map: Placed, checks: FieldChecks, log: LoadLog): void {
  for (const [key, value] of Object.entries(map.value)) {
    const check = Object.hasOwn(checks, key) ? checks[key] : undefined;
    if (check === undefined) {
      const expected = `one of ${Object.keys(checks).join(", ")}`;
      log.problems.push(
        problemAt(inside(map, key), "SNAPSHOT_INVALID", "unknown key in the manifest", {
          of: "key",
          expected,
        }),
      );
    } else if (!check(value)) tellWrong(map, key, log);
  }
}

function tellWrong(map: Placed, key: string, log: LoadLog): void {
  const isTime = key === "takenAt" || key === "readAt";
  const expected = Object.hasOwn(expectations, key) ? expectations[key] : undefined;
  log.problems.push(
    problemAt(
      inside(map, key),
      isTime ? "SNAPSHOT_TIME_INVALID" : "SNAPSHOT_INVALID",
      `\`${key}\` of the manifest is not right`,
      expected === undefined ? {} : { expected },
    ),
  );
}

function readItems(root: Placed, key: string, log: LoadLog): readonly Placed[] {
  const items = member(root.value, key);
  if (!isList(items)) return [];
  return items.flatMap((value, index) => asMap(inside(root, key, String(index)), value, log) ?? []);
}

function readCoverage(item: Placed, log: LoadLog): readonly SnapshotCoverage[] {
  checkFields(item, coverageChecks, log);
  const kind = textAt(item.value, "kind");
  const complete = member(item.value, "complete");
  if (kind === undefined || typeof complete !== "boolean") {
    if (isMissing(item.value, ["kind", "complete"]))
      tellMissing(item, "`kind` and `complete`", log);
    return [];
  }
  const namespace = textAt(item.value, "namespace");
  const selector = textAt(item.value, "selector");
  const readAt = textAt(item.value, "readAt");
  return [
    {
      kind,
      ...(namespace === undefined ? {} : { namespace }),
      ...(selector === undefined ? {} : { selector }),
      complete,
      ...(readAt === undefined ? {} : { readAt }),
    },
  ];
}

function readGap(item: Placed, log: LoadLog): readonly SnapshotGap[] {
  checkFields(item, gapChecks, log);
  const part = partOf(member(item.value, "part"));
  const reason = reasonOf(member(item.value, "reason"));
  if (part === undefined || reason === undefined) {
    if (isMissing(item.value, ["part", "reason"])) tellMissing(item, "`part` and `reason`", log);
    return [];
  }
  const name = textAt(item.value, "name");
  const detail = textAt(item.value, "detail");
  return [
    {
      part,
      ...(name === undefined ? {} : { name }),
      reason,
      ...(detail === undefined ? {} : { detail }),
    },
  ];
}

function isMissing(value: JsonObject, keys: readonly string[]): boolean {
  return keys.some((key) => member(value, key) === undefined);
}

function tellMissing(item: Placed, keys: string, log: LoadLog): void {
  log.problems.push(problemAt(item, "SNAPSHOT_INVALID", `an item of the manifest needs ${keys}`));
}

function partOf(value: JsonValue | undefined): SnapshotGap["part"] | undefined {
  return parts.find((part) => part === value);
}

function reasonOf(value: JsonValue | undefined): UnknownReasonCode | undefined {
  return reasons.find((reason) => reason === value);
}
