import { compareText } from "../../../input/compare-text.ts";
import type { IndexedObject } from "../../../snapshot/object-index.ts";
import type { ClusterObject } from "../../../snapshot/snapshot.ts";
import { type Fact, known, type UnknownFact, unknown } from "../fact.ts";
import type { Known } from "../known.ts";
import { numberAt, recordAt, textAt } from "../read-object.ts";
import type { FactSource } from "../subject.ts";
import { asKubectlWrites, readDaemonSetAgain } from "./cures.ts";
import { selectorsOf, whyOpen } from "./listed.ts";
import { type PodTemplate, podTemplate } from "./pod-template.ts";

export const REVISION_HASH_LABEL = "controller-revision-hash";

/** One ControllerRevision of a DaemonSet. Its hash is its identity; its number may be raised later. */
export interface Revision {
  readonly key: string;
  readonly object: ClusterObject;
  readonly name: string;
  readonly hash: string;
  readonly number: number;
  readonly template: PodTemplate;
}

/** All revisions of a DaemonSet, and which of them it wants now. */
export interface RevisionHistory {
  /** By number, then name. Numbers may repeat; creation times do not follow them. */
  readonly revisions: readonly Revision[];
  readonly byHash: ReadonlyMap<string, Revision>;
  /** The DaemonSet's own template. */
  readonly desired: PodTemplate;
  readonly current: CurrentRevision;
}

export interface CurrentRevision {
  /** Not known while no revision equals the DaemonSet's template. */
  readonly revision: Known<Revision>;
  /** Hashes of those that may be it: usually one. */
  readonly hashes: ReadonlySet<string>;
}

/** Reads the history of a live DaemonSet. Known only as a whole: a revision not seen may be the current one. */
export function revisionHistory(
  source: FactSource,
  daemonSet: IndexedObject,
): Known<RevisionHistory> {
  const { uid, namespace = "" } = daemonSet.object.metadata;
  const open = whyOpen(source, {
    kind: "apps/v1/ControllerRevision",
    resource: "controllerrevisions",
    namespace,
    selectors: selectorsOf(daemonSet.object),
  });
  if (open !== undefined) return open;
  const template = recordAt(daemonSet.object, ["spec", "template"]);
  if (template === undefined) return unreadable(daemonSet.key, "no pod template");
  const revisions: Revision[] = [];
  for (const entry of controlledBy(source, uid ?? "", "ControllerRevision")) {
    const revision = readRevision(entry);
    if (revision.state !== "value") return unreadable(entry.key, "no hash, number or template");
    revisions.push(revision.value);
  }
  revisions.sort((a, b) => a.number - b.number || compareText(a.name, b.name));
  const desired = podTemplate(template);
  return known({
    revisions,
    byHash: new Map(revisions.map((revision) => [revision.hash, revision])),
    desired,
    current: findCurrent(revisions, desired, daemonSet),
  });
}

/** Objects of a kind whose controller is the object with this UID. */
export function controlledBy(
  { index }: FactSource,
  uid: string,
  kind: string,
): readonly IndexedObject[] {
  return index
    .ownedBy(uid)
    .filter(
      ({ object }) =>
        object.kind === kind &&
        object.metadata.ownerReferences?.some(
          (owner) => owner.uid === uid && owner.controller === true,
        ),
    );
}

function readRevision({ key, object }: IndexedObject): Fact<Revision> {
  const hash = textAt(object, ["metadata", "labels", REVISION_HASH_LABEL]);
  const number = numberAt(object, ["revision"]);
  const template = recordAt(object, ["data", "spec", "template"]);
  if (hash === undefined || number === undefined || template === undefined) {
    return { state: "absent" };
  }
  const { name } = object.metadata;
  return known({ key, object, name, hash, number, template: podTemplate(template) });
}

/**
 * The revision whose template is the DaemonSet's, the highest number first if several are: when an older
 * template comes back, its revision is raised to the highest number and keeps its name and date.
 */
function findCurrent(
  revisions: readonly Revision[],
  desired: PodTemplate,
  { key }: IndexedObject,
): CurrentRevision {
  const equal = highest(revisions.filter(({ template }) => template.text === desired.text));
  const [found] = equal;
  if (found !== undefined) return { revision: known(found), hashes: hashesOf(equal) };
  const newest = highest(revisions);
  const detail =
    newest[0] === undefined
      ? `no ControllerRevision of ${key} has been recorded`
      : `no ControllerRevision has the template of ${key}; the newest is ${describeRevision(newest[0])}`;
  const cure = readDaemonSetAgain;
  return { revision: unknown("Inconsistent", detail, { cure }), hashes: hashesOf(newest) };
}

function highest(revisions: readonly Revision[]): readonly Revision[] {
  const number = revisions.at(-1)?.number;
  return revisions.filter((revision) => revision.number === number);
}

function hashesOf(revisions: readonly Revision[]): ReadonlySet<string> {
  return new Set(revisions.map(({ hash }) => hash));
}

/** As people name a revision: its number now, and the object whose name lasts. */
export function describeRevision({ number, name }: Revision): string {
  return `${number} (${name})`;
}

function unreadable(key: string, lack: string): UnknownFact<never> {
  return unknown("Unparsable", `${key} has ${lack}`, { cure: asKubectlWrites });
}
