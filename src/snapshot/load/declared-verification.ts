import { parsePointer, valueAt } from "../../input/json-pointer.ts";
import { isObject, type JsonValue, member } from "../../input/json-value.ts";
import type { SourceDocument } from "../../input/source-document.ts";
import type { ProfileSource } from "../../profile/profile.ts";
import { canonicalJson } from "../canonical-json.ts";
import { objectKey } from "../snapshot.ts";
import { jsonMap, objectAt, wordAt } from "./json-access.ts";
import type { LoadContext } from "./load-context.ts";
import type { Contribution } from "./merge-contributions.ts";
import { inside, type Place, type Placed, problemAt } from "./place.ts";
import { scrub } from "./scrub.ts";
import { verificationShape } from "./verification-shape.ts";

/** What a Git file declares of how sources of the profile are verified; undefined where it is not to say. */
export function readVerifications(
  { path, documents }: { readonly path: string; readonly documents: readonly SourceDocument[] },
  context: LoadContext,
): readonly JsonValue[] | undefined {
  const sources = (context.profile.spec.sources ?? []).filter(
    ({ verification }) => verification?.file === path,
  );
  if (sources.length === 0) return undefined;
  const records = sources.map((source) => readVerification(source, documents, context));
  const distinct = new Map(records.map((record) => [canonicalJson(record), record] as const));
  return [...distinct.values()];
}

function readVerification(
  source: ProfileSource,
  documents: readonly SourceDocument[],
  context: LoadContext,
): JsonValue {
  const pointer = source.verification?.pointer ?? "";
  const path = parsePointer(pointer) ?? [];
  const found = documents.flatMap((document) => {
    if (isOfAnother(document.value, source)) return [];
    const place = { document, path };
    const verify = keepVerification(place, valueAt(document.value, path), context);
    return verify === undefined ? [] : [{ place, verify, text: canonicalJson(verify) }];
  });
  const [first, ...others] = found;
  const odd = others.find(({ text }) => text !== first?.text);
  if (odd !== undefined) {
    const message = "several documents of this file hold different values where the profile says";
    context.log.problems.push(problemAt(odd.place, "SNAPSHOT_AMBIGUOUS", message));
  }
  return jsonMap([
    ["pointer", pointer],
    ["verify", first?.verify],
  ]);
}

/** An OCIRepository of another name, where a file holds several. */
function isOfAnother(value: JsonValue, { ociRepository }: ProfileSource): boolean {
  return (
    wordAt(value, "kind") === "OCIRepository" &&
    wordAt(objectAt(value, "metadata"), "name") !== ociRepository.name
  );
}

function keepVerification(
  place: Place,
  value: JsonValue | undefined,
  { scrubber, log }: LoadContext,
): JsonValue | undefined {
  if (value === undefined || value === null) return undefined;
  if (isObject(value)) return scrub(value, verificationShape, scrubber);
  const message = "what declares how artifacts are verified is not a map";
  log.problems.push(problemAt(place, "SNAPSHOT_INVALID", message));
  return undefined;
}

/** What a rendered OCIRepository that the profile names declares; undefined for any other object. */
export function readRenderedSource(given: Placed, context: LoadContext): Contribution | undefined {
  const { value } = given;
  const metadata = objectAt(value, "metadata");
  const isSource =
    wordAt(value, "kind") === "OCIRepository" &&
    wordAt(value, "apiVersion")?.startsWith("source.toolkit.fluxcd.io/") === true;
  const named = (context.profile.spec.sources ?? []).find(
    ({ ociRepository }) =>
      ociRepository.name === wordAt(metadata, "name") &&
      ociRepository.namespace === wordAt(metadata, "namespace"),
  );
  if (!isSource || named === undefined) return undefined;
  const { namespace, name } = named.ociRepository;
  const place = inside(given, "spec", "verify");
  const verify = keepVerification(place, member(objectAt(value, "spec"), "verify"), context);
  const key = objectKey("source.toolkit.fluxcd.io", "OCIRepository", namespace, name);
  return {
    path: ["rendered", "verifications", key],
    value: jsonMap([["verify", verify]]),
    place: given,
  };
}
