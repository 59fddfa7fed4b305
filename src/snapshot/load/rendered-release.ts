import { formatPointer, parsePointer, valueAt } from "../../input/json-pointer.ts";
import { isList, isObject, type JsonObject, type JsonValue } from "../../input/json-value.ts";
import type { Profile } from "../../profile/profile.ts";
import { objectKey } from "../snapshot.ts";
import { gatedReleaseShape, valueKey } from "./flux-shape.ts";
import { tellStrategy } from "./git-file.ts";
import { jsonMap, objectAt, wordAt } from "./json-access.ts";
import type { LoadContext } from "./load-context.ts";
import type { Contribution } from "./merge-contributions.ts";
import type { Placed } from "./place.ts";
import { type Scrubber, safeKey, scrub } from "./scrub.ts";

/** True for a HelmRelease that delivers the DaemonSet of a gate: its values are compared leaf by leaf. */
export function isGatedRelease(value: JsonObject, { spec }: Profile): boolean {
  const metadata = objectAt(value, "metadata");
  return (
    wordAt(value, "kind") === "HelmRelease" &&
    wordAt(value, "apiVersion")?.startsWith("helm.toolkit.fluxcd.io/") === true &&
    (spec.gates ?? []).some(
      ({ helmRelease }) =>
        helmRelease !== undefined &&
        helmRelease.name === wordAt(metadata, "name") &&
        helmRelease.namespace === wordAt(metadata, "namespace"),
    )
  );
}

/** Names of fields on the way to what a gate sets: they are told as they are. */
export function gateFieldNames({ spec }: Profile): ReadonlySet<string> {
  const pointers = (spec.gates ?? []).map(({ declared }) => declared.strategy.pointer);
  return new Set(pointers.flatMap((pointer) => parsePointer(pointer) ?? []));
}

/** What a rendered HelmRelease of a gate declares; undefined for any other object. */
export function readRenderedRelease(given: Placed, context: LoadContext): Contribution | undefined {
  const { value } = given;
  if (!isObject(value) || !isGatedRelease(value, context.profile)) return undefined;
  const metadata = objectAt(value, "metadata");
  const spec = objectAt(value, "spec") ?? {};
  const keptNames = gateFieldNames(context.profile);
  const shape = gatedReleaseShape(keptNames);
  const scrubbed = scrub(jsonMap([["spec", spec]]), shape, context.scrubber);
  const substituted = placeholdersIn(spec, ["spec"], { ...context, keptNames });
  const key = objectKey(
    "helm.toolkit.fluxcd.io",
    "HelmRelease",
    wordAt(metadata, "namespace"),
    wordAt(metadata, "name") ?? "",
  );
  return {
    path: ["rendered", "helmReleases", key],
    value: jsonMap([
      ["spec", isObject(scrubbed) ? scrubbed.spec : undefined],
      ["strategies", strategiesOf(value, context)],
      ["substituted", substituted.length === 0 ? undefined : [...substituted].sort()],
    ]),
    place: given,
  };
}

/** What the fields are rendered to that gates set in this release; undefined where no gate sets any in it. */
function strategiesOf(
  release: JsonObject,
  { profile, scrubber }: LoadContext,
): JsonObject | undefined {
  const metadata = objectAt(release, "metadata");
  const pointers = (profile.spec.gates ?? [])
    .map(({ declared: { strategy } }) => strategy)
    .filter(
      ({ kind, name, namespace }) =>
        kind === "HelmRelease" &&
        name === wordAt(metadata, "name") &&
        (namespace ?? wordAt(metadata, "namespace")) === wordAt(metadata, "namespace"),
    )
    .map(({ pointer }) => pointer);
  if (pointers.length === 0) return undefined;
  return jsonMap(
    [...new Set(pointers)].map((pointer) => {
      const found = valueAt(release, parsePointer(pointer) ?? []) ?? null;
      if (found === null) return [pointer, null];
      const text = typeof found === "object" ? "" : String(found);
      return [pointer, tellStrategy(text, scrubber)];
    }),
  );
}

interface KeyNames {
  readonly scrubber: Scrubber;
  readonly keptNames: ReadonlySet<string>;
}

/** Where Flux will still put something in for `${NAME}`: leaves, and maps with such a key. Keys are told as in the spec. */
function placeholdersIn(
  value: JsonValue,
  path: readonly string[],
  names: KeyNames,
): readonly string[] {
  if (typeof value === "string") return value.includes("${") ? [formatPointer(path)] : [];
  if (isList(value))
    return value.flatMap((item, index) => placeholdersIn(item, [...path, String(index)], names));
  if (!isObject(value)) return [];
  if (Object.keys(value).some((key) => key.includes("${"))) return [formatPointer(path)];
  return Object.entries(value).flatMap(([key, inner]) =>
    placeholdersIn(inner, [...path, keyAt(path, key, names)], names),
  );
}

function keyAt(path: readonly string[], key: string, { scrubber, keptNames }: KeyNames): string {
  return path[1] === "values" ? valueKey(key, scrubber, keptNames) : safeKey(key, scrubber);
}
