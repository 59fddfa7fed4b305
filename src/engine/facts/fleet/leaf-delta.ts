import type { JsonObject, JsonValue } from "../../../input/json-value.ts";
import { canonicalJson } from "../../../snapshot/canonical-json.ts";
import { isRecord } from "../read-object.ts";

/**
 * What differs between two maps, one line for each field however deep, as `limits.cpu 100m → 200m`. Lists are
 * one field. Values are told only if they are booleans, numbers or quantities; of anything else that it changed.
 */
export function leafDelta(
  before: JsonValue | undefined,
  after: JsonValue | undefined,
): readonly string[] {
  const from = leavesOf(before);
  const to = leavesOf(after);
  const paths = [...to.keys(), ...[...from.keys()].filter((path) => !to.has(path))];
  const lines = paths.flatMap((path) => lineOf(path, from.get(path), to.get(path)) ?? []);
  // An empty map and none at all have the same fields.
  return lines.length === 0 && !isSame(before, after) ? ["changed"] : lines;
}

function isSame(a: JsonValue | undefined, b: JsonValue | undefined): boolean {
  return a === undefined || b === undefined ? a === b : canonicalJson(a) === canonicalJson(b);
}

function lineOf(
  path: string,
  from: JsonValue | undefined,
  to: JsonValue | undefined,
): string | undefined {
  if (isSame(from, to)) return undefined;
  const told = [from, to].map(shown);
  if (!told.includes(undefined)) return `${path} ${told.join(" → ")}`;
  return `${path} ${from === undefined ? "added" : to === undefined ? "removed" : "changed"}`;
}

/** As Kubernetes writes numbers of bytes, of CPUs and the like. */
const quantity = /^\d{1,20}(?:\.\d{1,20})?(?:[munkKMGTPE]i?)?$/;

function shown(value: JsonValue | undefined): string | undefined {
  if (value === undefined) return "unset";
  if (typeof value === "boolean" || typeof value === "number") return String(value);
  return typeof value === "string" && quantity.test(value) ? value : undefined;
}

function leavesOf(value: JsonValue | undefined): ReadonlyMap<string, JsonValue> {
  const leaves = new Map<string, JsonValue>();
  const walk = (inner: JsonObject, prefix: string): void => {
    for (const [key, member] of Object.entries(inner)) {
      const path = prefix === "" ? key : `${prefix}.${key}`;
      if (isRecord(member) && Object.keys(member).length > 0) walk(member, path);
      else leaves.set(path, member);
    }
  };
  if (isRecord(value)) walk(value, "");
  return leaves;
}
