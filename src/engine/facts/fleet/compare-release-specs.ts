import { formatPointer, parsePointer } from "../../../input/json-pointer.ts";
import { isList, isObject, type JsonObject, type JsonValue } from "../../../input/json-value.ts";
import { ownValue } from "../../../input/own-value.ts";

/** Where two specs of a HelmRelease differ, and where nobody can tell, as pointers. */
export interface SpecComparison {
  readonly changed: readonly string[];
  readonly unclear: readonly string[];
}

export interface ComparedSpecs {
  /** As Git declares it. */
  readonly declared: JsonObject;
  /** As the cluster has it: with what Flux put in and what the API server added. */
  readonly live: JsonObject;
  /** Pointers at which Flux still puts something into the declared one. */
  readonly substituted: ReadonlySet<string>;
  /** Pointers that are left out on both sides. */
  readonly except: readonly string[];
}

/** What the API server writes where Git says nothing (helm-controller's CRD, v2). */
const defaults: Readonly<Record<string, JsonValue>> = {
  "/spec/chart/spec/reconcileStrategy": "ChartVersion",
  "/spec/chart/spec/version": "*",
};

/**
 * Compares what Git declares of a HelmRelease with the one in the cluster. What only the live one has may be a
 * default of the API server, except among the values, where it puts nothing in.
 */
export function compareReleaseSpecs({
  declared,
  live,
  substituted,
  except,
}: ComparedSpecs): SpecComparison {
  const changed: string[] = [];
  const unclear: string[] = [];
  const compare = (ours: JsonValue, theirs: JsonValue, path: readonly string[]): void => {
    const pointer = formatPointer(path);
    if (substituted.has(pointer)) unclear.push(pointer);
    else if (isObject(ours) && isObject(theirs)) compareMaps(ours, theirs, path);
    else if (isList(ours) && isList(theirs) && ours.length === theirs.length)
      for (const [index, item] of ours.entries())
        compare(item, theirs[index] ?? null, [...path, String(index)]);
    else if (ours !== theirs) changed.push(pointer);
  };
  const compareMaps = (ours: JsonObject, theirs: JsonObject, path: readonly string[]): void => {
    for (const key of new Set([...Object.keys(ours), ...Object.keys(theirs)])) {
      const [a, b] = [ownValue(ours, key), ownValue(theirs, key)];
      const at = [...path, key];
      if (a !== undefined && b !== undefined) compare(a, b, at);
      else if (a === undefined) judgeAdded(b, at);
      else
        (a === null || substituted.has(formatPointer(at)) ? unclear : changed).push(
          formatPointer(at),
        );
    }
  };
  const judgeAdded = (added: JsonValue | undefined, path: readonly string[]): void => {
    const pointer = formatPointer(path);
    if (ownValue(defaults, pointer) === added) return;
    (path[1] === "values" ? changed : unclear).push(pointer);
  };
  compareMaps(withoutAll(declared, except), withoutAll(live, except), []);
  return { changed, unclear };
}

function withoutAll(spec: JsonObject, pointers: readonly string[]): JsonObject {
  return pointers.reduce<JsonObject>(
    (rest, pointer) => without(rest, parsePointer(pointer) ?? []),
    {
      spec,
    },
  );
}

/** A map without what a path leads to, and without maps that this leaves empty. */
function without(map: JsonObject, [key = "", ...rest]: readonly string[]): JsonObject {
  const inner = ownValue(map, key);
  if (inner === undefined) return map;
  const left = rest.length > 0 && isObject(inner) ? without(inner, rest) : undefined;
  if (rest.length > 0 && left === undefined) return map;
  const others = Object.entries(map).filter(([name]) => name !== key);
  return Object.fromEntries(
    left === undefined || (left !== inner && Object.keys(left).length === 0)
      ? others
      : [...others, [key, left]],
  );
}
