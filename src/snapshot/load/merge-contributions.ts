import { formatPointer } from "../../input/json-pointer.ts";
import { isObject, type JsonObject, type JsonValue, member } from "../../input/json-value.ts";
import { canonicalJson } from "../canonical-json.ts";
import { canonicalValue } from "../canonical-value.ts";
import { jsonMap } from "./json-access.ts";
import type { LoadLog } from "./load-log.ts";
import { formatPosition, type Place, positionOf, problemAt } from "./place.ts";

/** A piece of a snapshot that one document gave. */
export interface Contribution {
  /** Keys from the root of the snapshot to where `value` belongs. */
  readonly path: readonly string[];
  readonly value: JsonValue;
  readonly place: Place;
}

interface Branch {
  readonly members: Map<string, Branch | Leaf>;
}

interface Leaf {
  readonly value: JsonValue;
  readonly place: Place;
}

/**
 * Puts pieces together. Maps are joined member by member; anything else that two pieces give must be equal,
 * else one of them is about another moment or another cluster, and neither can be believed.
 */
export function mergeContributions(
  contributions: readonly Contribution[],
  log: LoadLog,
): JsonObject {
  const root: Branch = { members: new Map() };
  for (const { path, value, place } of contributions) {
    const whole = path.reduceRight<JsonValue>((inner, key) => jsonMap([[key, inner]]), value);
    if (isObject(whole)) addMap({ branch: root, path: [] }, whole, { place, log });
  }
  return writeBranch(root);
}

interface Target {
  readonly branch: Branch;
  readonly path: readonly string[];
}

interface Origin {
  readonly place: Place;
  readonly log: LoadLog;
}

function addMap(target: Target, map: JsonObject, origin: Origin): void {
  for (const key of Object.keys(map)) {
    const value = member(map, key);
    if (value !== undefined) addMember(target, { key, value }, origin);
  }
}

function addMember(
  { branch, path }: Target,
  { key, value }: { readonly key: string; readonly value: JsonValue },
  origin: Origin,
): void {
  const found = branch.members.get(key);
  const inner = [...path, key];
  if (isObject(value) && (found === undefined || "members" in found)) {
    const below = found ?? { members: new Map() };
    branch.members.set(key, below);
    addMap({ branch: below, path: inner }, value, origin);
  } else if (found === undefined) {
    branch.members.set(key, { value, place: origin.place });
  } else if ("members" in found || canonicalJson(found.value) !== canonicalJson(value)) {
    origin.log.problems.push(conflictAt(inner, found, origin.place));
  }
}

function conflictAt(
  path: readonly string[],
  found: Branch | Leaf,
  place: Place,
): LoadLog["problems"][number] {
  const first = "members" in found ? undefined : formatPosition(positionOf(found.place));
  const other = first === undefined ? "" : ` (also given at ${first})`;
  return problemAt(
    place,
    "SNAPSHOT_CONFLICTING_OBJECT",
    `\`${formatPointer(path)}\` of the snapshot is given in two versions${other}`,
    { help: "give what was read at one moment from one cluster" },
  );
}

function writeBranch({ members }: Branch): JsonObject {
  return jsonMap(
    [...members].map(([key, found]) => [
      key,
      "members" in found ? writeBranch(found) : canonicalValue(found.value),
    ]),
  );
}
