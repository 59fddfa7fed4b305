import { formatPointer } from "../../input/json-pointer.ts";
import { isList, isObject, type JsonObject, type JsonValue } from "../../input/json-value.ts";
import type { Profile } from "../../profile/profile.ts";
import { objectKey } from "../snapshot.ts";
import { gatedReleaseShape } from "./flux-shape.ts";
import { jsonMap, objectAt, wordAt } from "./json-access.ts";
import type { LoadContext } from "./load-context.ts";
import type { Contribution } from "./merge-contributions.ts";
import type { Placed } from "./place.ts";
import { scrub } from "./scrub.ts";

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

/** What a rendered HelmRelease of a gate declares; undefined for any other object. */
export function readRenderedRelease(given: Placed, context: LoadContext): Contribution | undefined {
  const { value } = given;
  if (!isObject(value) || !isGatedRelease(value, context.profile)) return undefined;
  const metadata = objectAt(value, "metadata");
  const spec = objectAt(value, "spec") ?? {};
  const scrubbed = scrub(jsonMap([["spec", spec]]), gatedReleaseShape, context.scrubber);
  const substituted = placeholdersIn(spec, ["spec"]);
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
      ["substituted", substituted.length === 0 ? undefined : [...substituted].sort()],
    ]),
    place: given,
  };
}

/** Where Flux will still put something in for `${NAME}`: leaves, and maps with such a key. */
function placeholdersIn(value: JsonValue, path: readonly string[]): readonly string[] {
  if (typeof value === "string") return value.includes("${") ? [formatPointer(path)] : [];
  if (isList(value))
    return value.flatMap((item, index) => placeholdersIn(item, [...path, String(index)]));
  if (!isObject(value)) return [];
  if (Object.keys(value).some((key) => key.includes("${"))) return [formatPointer(path)];
  return Object.entries(value).flatMap(([key, inner]) => placeholdersIn(inner, [...path, key]));
}
