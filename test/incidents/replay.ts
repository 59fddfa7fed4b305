import type { SnapshotDocument } from "../../src/generated/snapshot-types.ts";
import type { JsonObject } from "../../src/input/json-value.ts";
import type { Profile } from "../../src/profile/profile.ts";
import { objectKey, type Snapshot } from "../../src/snapshot/snapshot.ts";
import { loadSources, readIncident } from "../support/incident-folder.ts";

// The first incident, a snapshot a day. What the issues and the repository's history give is taken from there, through the
// fixtures of 08-06 and 09-19. They do not say what ran before 07-28, nor when the agents were stepped: the release guard lets
// nobody release before, so here it is the afternoon of 08-09. Revisions 28 and 29 are those of the fixture.

/** Activation (#2793), committed at 00:56 in UTC+2: the marker's day is the author's. */
const activatedAt = "2026-07-25T22:56:37Z";
/** Marker and reporter came with #2962: until then nothing in Git dated the gate. */
const markedAt = "2026-08-04T23:41:00Z";
const steppedAt = "2026-08-09T15:00:00Z";
/** #3035. */
const releasedAt = "2026-08-09T19:21:00Z";

const held = loadSources(readIncident("stalled-gate/held"));
const released = loadSources(readIncident("stalled-gate/released"));

export const profile: Profile = held.profile;

type Draft = SnapshotDocument["objects"][string];

const daemonSetKey = objectKey("apps/v1", "DaemonSet", "kube-system", "cilium");
const releaseKey = objectKey("helm.toolkit.fluxcd.io/v2", "HelmRelease", "kube-system", "cilium");

/** A revision of the story: when it was cut, and the chart that brought it. */
const cuts: readonly { readonly number: number; readonly chart: string }[] = [
  { number: 18, chart: "1.20.0-rc.0" },
  { number: 19, chart: "1.20.0-rc.0" },
  { number: 20, chart: "1.20.0-rc.0" },
  { number: 23, chart: "1.20.0-rc.1" },
  { number: 26, chart: "1.20.0-rc.1" },
  { number: 27, chart: "1.20.0" },
  { number: 28, chart: "1.20.0" },
  { number: 29, chart: "1.20.1" },
];

/** What the agents ran, from when on, and when they were made. */
const fleets: readonly {
  readonly from: string;
  readonly revision: number;
  readonly nodes: number;
}[] = [
  { from: "2026-07-14T06:00:00Z", revision: 18, nodes: 9 },
  { from: "2026-07-28T04:41:53Z", revision: 19, nodes: 9 },
  { from: steppedAt, revision: 27, nodes: 9 },
  { from: "2026-08-20T09:20:00Z", revision: 28, nodes: 9 },
  { from: "2026-09-03T13:32:01Z", revision: 29, nodes: 8 },
];

/** The cluster at an instant; `isDated`: as if the marker had been in Git from the activation on. */
export function clusterAt(at: string, isDated: boolean): Snapshot {
  const base = at < releasedAt ? held : released;
  const snapshot = structuredClone(base.snapshot) as SnapshotDocument;
  snapshot.takenAt = at;
  // Of Nodes nothing is told: which there were that day nobody wrote down.
  snapshot.coverage = snapshot.coverage.filter(({ kind }) => kind !== "v1/Node");
  const others = Object.entries(snapshot.objects).filter(
    ([, { kind }]) => !["Pod", "ControllerRevision", "Node"].includes(kind),
  );
  const revisions = revisionsAt(at);
  const fleet = fleets.findLast(({ from }) => from <= at);
  const wanted = revisions.at(-1);
  if (fleet === undefined || wanted === undefined) throw new Error(`no fleet at ${at}`);
  const runs = revisions.find(({ revision }) => revision === fleet.revision);
  if (runs === undefined) throw new Error(`no revision ${fleet.revision} at ${at}`);
  const pods = podsOf(runs, fleet);
  const all = [...revisions, ...pods];
  snapshot.objects = Object.fromEntries([
    ...others,
    ...all.map((object) => [
      objectKey(object.apiVersion, object.kind, object.metadata.namespace, object.metadata.name),
      object,
    ]),
  ]);
  deliver(snapshot, wanted);
  count(snapshot, { desired: fleet.nodes, updated: runs === wanted ? fleet.nodes : 0 });
  declare(snapshot, at, isDated);
  return snapshot;
}

function revisionsAt(at: string): readonly Draft[] {
  const known = Object.values({ ...held.snapshot.objects, ...released.snapshot.objects }).filter(
    ({ kind }) => kind === "ControllerRevision",
  ) as unknown as readonly Draft[];
  const first = known.find(({ revision }) => revision === 19);
  if (first === undefined) throw new Error("the fixture has no revision 19");
  return [before(first), ...known]
    .filter(({ metadata }) => (metadata.creationTimestamp ?? "") <= at)
    .sort((a, b) => Number(a.revision) - Number(b.revision));
}

/** What ran before the activation: nobody wrote down what it was, only that it was not revision 19. */
function before(first: Draft): Draft {
  const older = structuredClone(first);
  const hash = "555555555b";
  older.revision = 18;
  older.metadata = {
    ...older.metadata,
    name: `cilium-${hash}`,
    uid: "revision-18",
    creationTimestamp: "2026-07-13T09:00:00Z",
    labels: { ...older.metadata.labels, "controller-revision-hash": hash },
  };
  const { metadata } = templateOf(older) as { metadata: { annotations: Record<string, string> } };
  metadata.annotations["cilium.io/cilium-configmap-checksum"] = "digest:0000000000000000";
  return older;
}

function templateOf(revision: Draft): JsonObject {
  const { data } = revision as unknown as { data: { spec: { template: JsonObject } } };
  return data.spec.template;
}

function podsOf(
  revision: Draft,
  { from, nodes }: { readonly from: string; readonly nodes: number },
): readonly Draft[] {
  const hash = revision.metadata.labels?.["controller-revision-hash"] ?? "";
  const model = Object.values(held.snapshot.objects).find(({ kind }) => kind === "Pod");
  return Array.from({ length: nodes }, (_, index): Draft => {
    const pod = structuredClone(model) as Draft;
    const made = new Date(Date.parse(from) + index * 612_000).toISOString().replace(".000Z", "Z");
    pod.metadata = {
      ...pod.metadata,
      name: `cilium-${index}`,
      uid: `pod-${hash}-${index}`,
      creationTimestamp: made,
      labels: {
        ...pod.metadata.labels,
        "controller-revision-hash": hash,
        "pod-template-generation": "1",
      },
    };
    Object.assign(pod.spec as JsonObject, { nodeName: `node-${index}` });
    Object.assign(pod.status as JsonObject, { startTime: made });
    return pod;
  });
}

/** Helm wrote the newest template to the DaemonSet, and says so. */
function deliver({ objects }: SnapshotDocument, wanted: Draft): void {
  const { $patch: _patch, ...template } = templateOf(wanted);
  Object.assign(objects[daemonSetKey]?.spec as JsonObject, { template });
  const { chart = "" } = cuts.find(({ number }) => number === wanted.revision) ?? {};
  const release = objects[releaseKey] as unknown as {
    status: { history: { chartVersion: string }[] };
  };
  for (const each of release.status.history) each.chartVersion = chart;
}

function count(
  { objects }: SnapshotDocument,
  { desired, updated }: { readonly desired: number; readonly updated: number },
): void {
  const { status } = objects[daemonSetKey] as unknown as { status: Record<string, number> };
  Object.assign(status, {
    desiredNumberScheduled: desired,
    currentNumberScheduled: desired,
    numberReady: desired,
    numberAvailable: desired,
    updatedNumberScheduled: updated,
  });
}

/** Git as it was, or as it had been with a marker from the first day on. */
function declare(snapshot: SnapshotDocument, at: string, isDated: boolean): void {
  if (at < activatedAt) throw new Error("the story begins with the activation");
  if (isDated || at >= markedAt) return;
  for (const file of Object.values(snapshot.git?.files ?? {}))
    if (file.markers !== undefined) file.markers = [];
}

/** Every day of the story shortly before midnight, and noon of the day on which the window ends. */
export function days(): readonly string[] {
  const noon = "2026-08-09T12:00:00Z";
  const ends: string[] = [];
  const last = Date.parse("2026-09-19T23:30:00Z");
  for (let ms = Date.parse("2026-07-25T23:30:00Z"); ms <= last; ms += 86_400_000) {
    const end = new Date(ms).toISOString().replace(".000Z", "Z");
    ends.push(...(end.startsWith("2026-08-09") ? [noon, end] : [end]));
  }
  return ends;
}
