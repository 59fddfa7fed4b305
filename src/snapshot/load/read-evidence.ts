import { asJson } from "../../input/as-json.ts";
import { isObject, type JsonObject, type JsonValue } from "../../input/json-value.ts";
import type { ClusterObject, SnapshotCoverage } from "../snapshot.ts";
import { type DeclaredCredential, readDeclaredCredential } from "./declared-credential.ts";
import { readEncryptedDocument } from "./encrypted-file.ts";
import { readGitFile } from "./git-file.ts";
import { readHandOff } from "./hand-off.ts";
import { itemsAt, jsonMap } from "./json-access.ts";
import type { LoadContext } from "./load-context.ts";
import { readManifest } from "./manifest.ts";
import { type Contribution, mergeContributions } from "./merge-contributions.ts";
import { mergeCoverage } from "./merge-coverage.ts";
import { createNodeNames, type NodeNames } from "./node-names.ts";
import type { Placed } from "./place.ts";
import { joinProbes } from "./probes.ts";
import { readEtcd } from "./read-etcd.ts";
import { readHistories } from "./read-histories.ts";
import { readPipeline } from "./read-pipeline.ts";
import { readRenderedConfigs } from "./rendered-configs.ts";
import { readSnapshotParts, type SnapshotParts } from "./snapshot-parts.ts";
import type { SortedEvidence } from "./sort-evidence.ts";
import { splitList } from "./split-list.ts";
import { joinStepRecords } from "./step-records.ts";
import { type GivenObject, type TakenObject, takeObjects } from "./take-objects.ts";
import type { GivenManifest } from "./taken-at.ts";
import { createConfigReader } from "./talos-machine-config.ts";
import { readTalosResources } from "./talos-resource.ts";

/** All that was given, read and joined, but for the gaps, which are in the log. */
export interface Evidence {
  readonly objects: ReadonlyMap<string, TakenObject>;
  /** `metadata`, `talos`, `credentials` and `git` of the snapshot, those that there are. */
  readonly parts: JsonObject;
  readonly pipeline: JsonObject | undefined;
  readonly proofs: readonly JsonValue[];
  /** Undefined where nothing speaks of probes; empty where something says that there were none. */
  readonly probes: readonly JsonValue[] | undefined;
  /** The same of steps. */
  readonly steps: readonly JsonValue[] | undefined;
  readonly coverage: readonly SnapshotCoverage[];
  readonly manifests: readonly GivenManifest[];
  readonly snapshots: readonly SnapshotParts[];
}

/** Reads every document by what it is and joins what they say. */
export function readEvidence(
  sorted: SortedEvidence,
  declared: readonly DeclaredCredential[],
  context: LoadContext,
): Evidence {
  const { log } = context;
  const snapshots = sorted
    .ofKind("snapshot")
    .flatMap((document) => readSnapshotParts(document, log) ?? []);
  const manifests = sorted.ofKind("manifest").flatMap((document): readonly GivenManifest[] => {
    const manifest = readManifest(document, log);
    return manifest === undefined ? [] : [{ manifest, document }];
  });
  for (const { snapshot } of snapshots) log.gaps.push(...(snapshot.gaps ?? []));
  for (const { manifest } of manifests) log.gaps.push(...(manifest.gaps ?? []));
  const { given, covered } = readObjects(sorted, snapshots, context);
  const { objects, contributions } = takeObjects(given, context);
  const names = createNodeNames(nodesAmong(objects));
  const pieces = [
    ...snapshots.flatMap((one) => one.contributions),
    ...contributions,
    ...sorted.ofKind("encrypted").flatMap((document) => readEncryptedDocument(document, context)),
    ...declared.flatMap((one) => readDeclaredCredential(one, context)),
    ...sorted.git.flatMap((file) => readGitFile(file, context)),
    ...readTalos({ sorted, names, manifests }, context),
    ...readEtcd({ texts: sorted.textsOfKind("etcdTables"), names, manifests, snapshots }, log),
    ...clusterOf(objects, manifests),
  ];
  const parts = mergeContributions([...pieces, ...readHistories(sorted, pieces, context)], log);
  const proofs = [
    ...sorted.ofKind("handOff").map(({ value }) => value),
    ...snapshots.flatMap(({ snapshot }) => itemsAt(asJson(snapshot), "proofs")),
  ].map((proof) => readHandOff(proof, context.scrubber));
  return {
    objects,
    parts,
    pipeline: readPipeline({ sorted, snapshots, manifests }, context),
    proofs,
    probes: joinProbes(sorted.ofKind("probes"), { snapshots, names }, context),
    steps: joinStepRecords(sorted.ofKind("stepRecords"), snapshots, context),
    coverage: readCoverage(covered, snapshots, manifests),
    manifests,
    snapshots,
  };
}

interface GivenObjects {
  readonly given: readonly GivenObject[];
  readonly covered: readonly SnapshotCoverage[];
}

function readObjects(
  sorted: SortedEvidence,
  snapshots: readonly SnapshotParts[],
  { log }: LoadContext,
): GivenObjects {
  const single = sorted.ofKind("object").flatMap(placed);
  const lists = sorted
    .ofKind("list")
    .flatMap(placed)
    .map((list) => splitList(list, log));
  const read = [...single, ...lists.flatMap(({ objects }) => objects)];
  return {
    given: [
      ...read.map((object) => ({ ...object, isFromSnapshot: false })),
      ...snapshots.flatMap(({ objects }) => objects),
    ],
    covered: lists.flatMap(({ covered }) => covered),
  };
}

function placed(document: Placed["document"]): readonly Placed[] {
  const { value } = document;
  return isObject(value) ? [{ document, path: [], value }] : [];
}

interface AboutNodes {
  readonly sorted: SortedEvidence;
  readonly names: NodeNames;
  readonly manifests: readonly GivenManifest[];
}

function nodesAmong(objects: ReadonlyMap<string, TakenObject>): readonly ClusterObject[] {
  return [...objects.values()]
    .map(({ object }) => object)
    .filter(({ apiVersion, kind }) => apiVersion === "v1" && kind === "Node");
}

function readTalos(
  { sorted, names, manifests }: AboutNodes,
  context: LoadContext,
): readonly Contribution[] {
  const configs = createConfigReader(context);
  return [
    ...readTalosResources(sorted.ofKind("talosResource"), { configs, names }, context),
    ...readRenderedConfigs(sorted.ofKind("machineConfig"), { configs, names, manifests }, context),
  ];
}

/** What says which cluster this is; two clusters conflict like any two versions of one thing. */
function clusterOf(
  objects: ReadonlyMap<string, TakenObject>,
  manifests: readonly GivenManifest[],
): readonly Contribution[] {
  const path = ["metadata"];
  const kubeSystem = objects.get("v1/Namespace//kube-system");
  const uid = kubeSystem?.object.metadata.uid;
  const stated = manifests.flatMap(({ manifest: { cluster }, document }): Contribution[] =>
    cluster === undefined
      ? []
      : [{ path, value: jsonMap([["cluster", cluster]]), place: { document, path: ["cluster"] } }],
  );
  if (kubeSystem === undefined || uid === undefined) return stated;
  return [...stated, { path, value: jsonMap([["cluster", uid]]), place: kubeSystem.given }];
}

function readCoverage(
  lists: readonly SnapshotCoverage[],
  parts: readonly SnapshotParts[],
  manifests: readonly GivenManifest[],
): readonly SnapshotCoverage[] {
  const times = new Set(parts.map(({ snapshot }) => snapshot.takenAt));
  const snapshots = parts.flatMap(({ snapshot: { coverage, takenAt } }) =>
    // Where parts were read at different times, each entry says when.
    times.size > 1 ? coverage.map((entry) => ({ readAt: takenAt, ...entry })) : coverage,
  );
  return mergeCoverage({
    lists,
    snapshots,
    manifests: manifests.flatMap(({ manifest }) => manifest.coverage ?? []),
  });
}
