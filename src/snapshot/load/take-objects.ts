import { asJson } from "../../input/as-json.ts";
import { isObject, type JsonObject } from "../../input/json-value.ts";
import { canonicalJson } from "../canonical-json.ts";
import { type ClusterObject, objectKey } from "../snapshot.ts";
import { readRenderedSource } from "./declared-verification.ts";
import { gatedReleaseShape } from "./flux-shape.ts";
import { objectAt, wordAt } from "./json-access.ts";
import type { LoadContext } from "./load-context.ts";
import type { Contribution } from "./merge-contributions.ts";
import { readMetadata } from "./object-metadata.ts";
import { objectShape } from "./object-shape.ts";
import { formatPosition, inside, type Placed, positionOf, problemAt } from "./place.ts";
import { readSecret } from "./read-secret.ts";
import { gateFieldNames, isGatedRelease, readRenderedRelease } from "./rendered-release.ts";
import { scrub } from "./scrub.ts";

/** An object as a document gave it. */
export interface GivenObject extends Placed {
  /** Objects of a snapshot are taken as seen; of the others only those with a UID are live. */
  readonly isFromSnapshot: boolean;
}

export interface TakenObject {
  readonly object: ClusterObject;
  readonly given: GivenObject;
}

export interface TakenObjects {
  /** By object key. */
  readonly objects: ReadonlyMap<string, TakenObject>;
  /** What Secrets and rendered objects became. */
  readonly contributions: readonly Contribution[];
}

/** Prunes objects to what facts need, and tells those that cannot both be true. */
export function takeObjects(given: readonly GivenObject[], context: LoadContext): TakenObjects {
  const objects = new Map<string, TakenObject>();
  const contributions: Contribution[] = [];
  for (const object of given) {
    if (isSecret(object.value)) {
      const reading = readSecret(object, context);
      contributions.push(...reading.contributions);
      if (!reading.isObject) continue;
    } else if (!isLive(object)) {
      const declared = readRenderedSource(object, context) ?? readRenderedRelease(object, context);
      if (declared === undefined) refuseDeclared(object, context);
      else contributions.push(declared);
      continue;
    }
    const pruned = pruneObject(object, context);
    if (pruned !== undefined) addObject(objects, { object: pruned, given: object }, context);
  }
  checkNodes(objects, context);
  return { objects, contributions };
}

function isSecret(object: JsonObject): boolean {
  return wordAt(object, "kind") === "Secret" && wordAt(object, "apiVersion") === "v1";
}

function isLive({ value, isFromSnapshot }: GivenObject): boolean {
  return isFromSnapshot || wordAt(objectAt(value, "metadata"), "uid") !== undefined;
}

function refuseDeclared(object: GivenObject, { log }: LoadContext): void {
  log.problems.push(
    problemAt(object, "SNAPSHOT_UNRECOGNIZED", "an object without `metadata.uid` is not live", {
      help:
        "of rendered objects only the sources and the gates' HelmReleases that the profile names are read; give what `kubectl get -o yaml` prints, " +
        "or a file at a Git path that the profile names",
    }),
  );
}

function pruneObject(given: GivenObject, context: LoadContext): ClusterObject | undefined {
  const { log, scrubber } = context;
  const apiVersion = wordAt(given.value, "apiVersion");
  const kind = wordAt(given.value, "kind");
  if (apiVersion === undefined || kind === undefined) return undefined;
  const metadata = readMetadata(given, scrubber, log);
  if (metadata === undefined) return undefined;
  const shape = isGatedRelease(given.value, context.profile)
    ? gatedReleaseShape(gateFieldNames(context.profile))
    : objectShape(apiVersion, kind);
  const body = scrub(given.value, shape, scrubber);
  const { data, ...rest } = isObject(body) ? body : {};
  // In the order in which a snapshot writes them.
  return { apiVersion, ...(data === undefined ? {} : { data }), kind, metadata, ...rest };
}

function keyOf({ apiVersion, kind, metadata }: ClusterObject): string {
  return objectKey(apiVersion, kind, metadata.namespace, metadata.name);
}

function addObject(
  objects: Map<string, TakenObject>,
  taken: TakenObject,
  { log }: LoadContext,
): void {
  const key = keyOf(taken.object);
  const first = objects.get(key);
  if (first === undefined) {
    objects.set(key, taken);
    return;
  }
  const { uid } = first.object.metadata;
  const isOtherNode = key.startsWith("v1/Node/") && uid !== taken.object.metadata.uid;
  if (!isOtherNode && isSame(first.object, taken.object)) return;
  const other = formatPosition(positionOf(first.given));
  log.problems.push(
    isOtherNode
      ? problemAt(
          taken.given,
          "SNAPSHOT_DUPLICATE_NODE",
          `node \`${taken.object.metadata.name}\` occurs with two UIDs (also at ${other})`,
        )
      : problemAt(
          taken.given,
          "SNAPSHOT_CONFLICTING_OBJECT",
          `object occurs in two versions: \`${key}\` (also at ${other})`,
          { help: "give what was read at one moment from one cluster" },
        ),
  );
}

function isSame(a: ClusterObject, b: ClusterObject): boolean {
  return canonicalJson(asJson(a)) === canonicalJson(asJson(b));
}

function checkNodes(objects: ReadonlyMap<string, TakenObject>, { log }: LoadContext): void {
  const byUid = new Map<string, TakenObject>();
  for (const [key, taken] of objects) {
    const { uid } = taken.object.metadata;
    if (uid === undefined || !key.startsWith("v1/Node/")) continue;
    const first = byUid.get(uid);
    if (first === undefined) {
      byUid.set(uid, taken);
      continue;
    }
    log.problems.push(
      problemAt(
        inside(taken.given, "metadata"),
        "SNAPSHOT_DUPLICATE_NODE",
        `nodes \`${first.object.metadata.name}\` and \`${taken.object.metadata.name}\` have one UID ` +
          `(also at ${formatPosition(positionOf(first.given))})`,
      ),
    );
  }
}
