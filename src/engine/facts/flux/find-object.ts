import { isCovered } from "../../../snapshot/coverage.ts";
import type { ClusterObject } from "../../../snapshot/snapshot.ts";
import { objectKey } from "../../../snapshot/snapshot.ts";
import { absent, known } from "../fact.ts";
import { gapsOf, missingReasons } from "../gaps.ts";
import { unknownFor } from "../known.ts";
import type { LiveObject } from "../live-object.ts";
import type { FactSource } from "../subject.ts";
import { apiVersionOf, formatObjectId, type ObjectId } from "./object-id.ts";

/**
 * The object as the cluster has it, in whichever version of its API it was read; absent when a complete list of
 * its kind does not hold it.
 */
export function findObject(source: FactSource, id: ObjectId): LiveObject {
  const key = keyIn(apiVersionOf(id), id);
  const exact = source.index.get(key);
  const found =
    exact === undefined ? source.once(indexByType).get(typedName(id)) : { key, object: exact };
  if (found?.object.metadata.uid !== undefined) return known(found);
  const apiVersions = source.once(apiVersionsByType).get(typeOf(id)) ?? new Set([apiVersionOf(id)]);
  const gaps = [...apiVersions].flatMap((each) => gapsOf(source).on("objects", keyIn(each, id)));
  const isListed = [...apiVersions].some((each) => isKindListed(source, each, id));
  if (found === undefined && isListed && gaps.length === 0) return absent;
  const detail =
    found === undefined
      ? `${formatObjectId(id)} is not in the snapshot, and no complete list says that there is none`
      : `${formatObjectId(id)} is in the snapshot without UID, so it is a declaration and not what the cluster has`;
  const cure = isRead(source, apiVersions, id) ? wholeList(id) : readCommand(id);
  return unknownFor(missingReasons(gaps, { detail, cure }));
}

/** Whoever has read others of the kind is not helped by reading them again: what lacks is that those are all. */
function isRead(
  { index }: FactSource,
  apiVersions: ReadonlySet<string>,
  { kind }: ObjectId,
): boolean {
  return [...apiVersions].some((each) => index.ofKind(`${each}/${kind}`).length > 0);
}

function wholeList(id: ObjectId): string {
  return `a manifest that says that the list of \`${readCommand(id)}\` is whole`;
}

/** The command that reads all objects of a kind. */
export function readCommand({ group, kind }: Pick<ObjectId, "group" | "kind">): string {
  const resource = group === "" ? kind.toLowerCase() : `${kind.toLowerCase()}.${group}`;
  return `kubectl get ${resource} -A -o json`;
}

function keyIn(apiVersion: string, { kind, namespace, name }: ObjectId): string {
  return objectKey(apiVersion, kind, namespace, name);
}

function typeOf({ group, kind }: Pick<ObjectId, "group" | "kind">): string {
  return `${group}/${kind}`;
}

function typedName({ group, kind, namespace, name }: ObjectId): string {
  return `${group}/${kind}/${namespace}/${name}`;
}

function groupOf(apiVersion: string): string {
  const slash = apiVersion.indexOf("/");
  return slash < 0 ? "" : apiVersion.slice(0, slash);
}

/** Objects by type and name, whatever the version; made when one is asked for in another than it was read in. */
function indexByType({
  snapshot,
}: FactSource): ReadonlyMap<string, { readonly key: string; readonly object: ClusterObject }> {
  const byType = new Map<string, { key: string; object: ClusterObject }>();
  for (const [key, object] of Object.entries(snapshot.objects)) {
    const { apiVersion, kind, metadata } = object;
    const name = `${groupOf(apiVersion)}/${kind}/${metadata.namespace ?? ""}/${metadata.name}`;
    byType.set(name, { key, object });
  }
  return byType;
}

/** In which versions of its API a type was listed, or could not be. */
function apiVersionsByType({ snapshot }: FactSource): ReadonlyMap<string, ReadonlySet<string>> {
  const byType = new Map<string, Set<string>>();
  const kinds = [
    ...snapshot.coverage.map(({ kind }) => kind),
    ...(snapshot.gaps ?? []).flatMap(({ part, name }) =>
      part === "objects" && name !== undefined ? [kindIn(name)] : [],
    ),
  ];
  for (const each of kinds) {
    const slash = each.lastIndexOf("/");
    const type = `${groupOf(each.slice(0, Math.max(slash, 0)))}/${each.slice(slash + 1)}`;
    const versions = byType.get(type) ?? new Set<string>();
    byType.set(type, versions.add(each.slice(0, Math.max(slash, 0))));
  }
  return byType;
}

/** `apps/v1/DaemonSet` of `apps/v1/DaemonSet/kube-system/cilium`: a gap may name more than a kind. */
function kindIn(name: string): string {
  return /^(?:[^/]*\.[^/]*\/|[a-z]+\/)?v\d[a-z0-9]*\/[^/]+/.exec(name)?.[0] ?? name;
}

function isKindListed(
  source: FactSource,
  apiVersion: string,
  { kind, namespace }: ObjectId,
): boolean {
  const covered = source.once(createCoverageMemo);
  const key = `${apiVersion}/${kind}/${namespace}`;
  const earlier = covered.get(key);
  if (earlier !== undefined) return earlier;
  const query =
    namespace === ""
      ? { kind: `${apiVersion}/${kind}` }
      : { kind: `${apiVersion}/${kind}`, namespace };
  const isListed = isCovered(source.snapshot, query) === "complete";
  covered.set(key, isListed);
  return isListed;
}

/** Asked once for each kind and namespace, so that many objects of few kinds stay linear. */
function createCoverageMemo(_source: FactSource): Map<string, boolean> {
  return new Map();
}
