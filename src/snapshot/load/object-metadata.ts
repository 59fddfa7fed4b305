import { isList, isObject, type JsonValue, member } from "../../input/json-value.ts";
import { notText } from "../not-text.ts";
import type { ClusterObject } from "../snapshot.ts";
import { jsonMap, reuse, wordAt } from "./json-access.ts";
import { tellAnnotation } from "./kept-annotations.ts";
import type { LoadLog } from "./load-log.ts";
import { inside, type Place, type Placed, positionOf, problemAt } from "./place.ts";
import type { Scrubber } from "./scrub.ts";

type ObjectMetadata = ClusterObject["metadata"];

/**
 * Reads what identifies an object and the labels and annotations that facts may read; undefined, with the
 * problems in the log, if a field has another type than the API gives it.
 */
export function readMetadata(
  object: Placed,
  scrubber: Scrubber,
  log: LoadLog,
): ObjectMetadata | undefined {
  const place = inside(object, "metadata");
  const metadata = member(object.value, "metadata");
  if (!isObject(metadata)) return fail(place, "`metadata` is not a map", log);
  const problemsBefore = log.problems.length;
  const source = { ...place, value: metadata };
  const name = member(metadata, "name");
  if (typeof name !== "string" || name === "") {
    return fail(inside(place, "name"), "object has no name", log);
  }
  const told = (key: string, value: string): string | undefined =>
    scrubber.isKeptAnnotation(key) ? tellAnnotation(key, value, scrubber) : undefined;
  // In the order in which a snapshot writes them.
  const fields = jsonMap([
    ["annotations", readTextMap(source, "annotations", told, log)],
    ["creationTimestamp", readField(source, "creationTimestamp", isTextOrNull, log)],
    ["deletionTimestamp", readField(source, "deletionTimestamp", isTextOrNull, log)],
    ["generation", readField(source, "generation", Number.isSafeInteger, log)],
    ["labels", readTextMap(source, "labels", asItIs, log)],
    ["name", name],
    ["namespace", readField(source, "namespace", isText, log)],
    ["ownerReferences", readOwners(source, log)],
    ["resourceVersion", readField(source, "resourceVersion", isText, log)],
    ["uid", readField(source, "uid", isText, log)],
  ]);
  return log.problems.length === problemsBefore ? { ...fields, name } : undefined;
}

function fail(place: Place, message: string, log: LoadLog): undefined {
  log.problems.push(problemAt(place, "SNAPSHOT_INVALID", message));
  return undefined;
}

const isText = (value: JsonValue): boolean => typeof value === "string";
const asItIs = (_key: string, value: string): string => value;
const isTextOrNull = (value: JsonValue): boolean => value === null || typeof value === "string";

function readField(
  source: Placed,
  field: string,
  isRight: (value: JsonValue) => boolean,
  log: LoadLog,
): JsonValue | undefined {
  const value = member(source.value, field);
  if (value === undefined || value === "") return undefined;
  if (isRight(value)) return value;
  // Blank in YAML.
  if (value === null) return undefined;
  return fail(inside(source, field), `\`${field}\` has the wrong type`, log);
}

function readTextMap(
  source: Placed,
  field: string,
  tell: (key: string, value: string) => string | undefined,
  log: LoadLog,
): JsonValue | undefined {
  const map = member(source.value, field);
  if (map === undefined || map === null) return undefined;
  const place = inside(source, field);
  if (!isObject(map)) return fail(place, `\`${field}\` is not a map`, log);
  const noun = field === "labels" ? "label" : "annotation";
  const entries: [string, string | undefined][] = [];
  for (const [key, value] of Object.entries(map)) {
    if (typeof value !== "string") log.problems.push(notText(noun, positionOf(inside(place, key))));
    else entries.push([key, tell(key, value)]);
  }
  const told = jsonMap(entries);
  return Object.keys(told).length === 0 ? undefined : reuse(map, told);
}

function readOwners(source: Placed, log: LoadLog): JsonValue | undefined {
  const owners = member(source.value, "ownerReferences");
  if (owners === undefined || owners === null) return undefined;
  const place = inside(source, "ownerReferences");
  if (!isList(owners)) return fail(place, "`ownerReferences` is not a list", log);
  return owners.flatMap((owner, index) => {
    const isRight = ["kind", "name", "uid"].every((field) => isText(member(owner, field) ?? null));
    if (isRight) return [readOwner(owner)];
    return fail(inside(place, String(index)), "owner reference lacks kind, name or uid", log) ?? [];
  });
}

function readOwner(owner: JsonValue): JsonValue {
  const controller = member(owner, "controller");
  return jsonMap([
    ["apiVersion", wordAt(owner, "apiVersion")],
    ["controller", typeof controller === "boolean" ? controller : undefined],
    ["kind", member(owner, "kind")],
    ["name", member(owner, "name")],
    ["uid", member(owner, "uid")],
  ]);
}
