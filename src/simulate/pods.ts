import { createFactSource } from "../engine/fact-source.ts";
import { fleetPod } from "../engine/facts/fleet/fleet-pod.ts";
import { REVISION_HASH_LABEL, revisionHistory } from "../engine/facts/fleet/revision-history.ts";
import { listAt, numberAt, recordAt, textAt, valueAt } from "../engine/facts/read-object.ts";
import { asJson } from "../input/as-json.ts";
import { isObject, type JsonObject, type JsonValue } from "../input/json-value.ts";
import type { IndexedObject } from "../snapshot/object-index.ts";
import { objectKey, type SnapshotGap } from "../snapshot/snapshot.ts";
import type { Edit } from "./edit.ts";
import type { EventContext } from "./event.ts";
import { madeUpDigest, madeUpId } from "./made-up.ts";

/**
 * The pods of a node that booted (cluster-semantics §2.3): pods of DaemonSets have failed and are created anew from the
 * newest template, OnDelete or not; the others start again in place, since Talos itself drains nothing. What a DaemonSet that
 * was not read would create is not known.
 */
export function podsAfterBoot(context: EventContext, node: string, at: string): readonly Edit[] {
  const { index } = createFactSource(context.snapshot, context.profile, undefined);
  const pods = index.podsByNode(node);
  const others = pods.filter((pod) => ownerOf(pod)?.kind !== "DaemonSet");
  return [
    ...others.flatMap((pod) => restarted(pod, at)),
    ...podsMadeAnew(
      context,
      pods.filter((pod) => !others.includes(pod)),
      at,
    ),
  ];
}

/** Pods of DaemonSets that are gone and made anew from the newest template, on the nodes on which they were. */
export function podsMadeAnew(
  { snapshot, profile }: EventContext,
  pods: readonly IndexedObject[],
  at: string,
): readonly Edit[] {
  const source = createFactSource(snapshot, profile, undefined);
  const counted = new Map<string, number>();
  const gaps: SnapshotGap[] = [];
  const edits = pods.flatMap((pod): readonly Edit[] => {
    const { namespace = "" } = pod.object.metadata;
    const owner = ownerOf(pod)?.name ?? "";
    const key = objectKey("apps/v1", "DaemonSet", namespace, owner);
    const daemonSet = source.index.get(key);
    const gone: Edit = { at: ["objects", pod.key], value: undefined };
    if (daemonSet === undefined) {
      gaps.push(notRead(namespace, pod.object.metadata.name));
      return [gone];
    }
    const history = revisionHistory(source, { key, object: daemonSet });
    const { updated } = fleetPod(pod, daemonSet, history);
    if (updated.state === "value" && !updated.value) counted.set(key, (counted.get(key) ?? 0) + 1);
    const hashes = history.state === "value" ? [...history.value.current.hashes] : [];
    const name = `${owner}-${madeUpDigest(["pod", pod.key, at]).slice(0, 5)}`;
    const created = podOf(
      pod,
      { key, object: daemonSet },
      { name, at, hash: hashes.length === 1 ? hashes[0] : undefined },
    );
    return [gone, { at: ["objects", objectKey("v1", "Pod", namespace, name)], value: created }];
  });
  const updates = [...counted].map(([key, count]): Edit => {
    const field = ["status", "updatedNumberScheduled"];
    return {
      at: ["objects", key, ...field],
      value: (numberAt(source.index.get(key), field) ?? 0) + count,
    };
  });
  const known = snapshot.gaps ?? [];
  const told: readonly Edit[] =
    gaps.length === 0 ? [] : [{ at: ["gaps"], value: [...known, ...gaps].map(asJson) }];
  return [...edits, ...updates, ...told];
}

function ownerOf({ object }: IndexedObject) {
  return object.metadata.ownerReferences?.find(({ controller }) => controller === true);
}

function notRead(namespace: string, name: string): SnapshotGap {
  const detail = "it was made anew in the simulation, and its DaemonSet was not read";
  return {
    part: "objects",
    name: objectKey("v1", "Pod", namespace, name),
    reason: "NotRead",
    detail,
  };
}

function restarted({ key, object }: IndexedObject, at: string): readonly Edit[] {
  const statuses = listAt(object, ["status", "containerStatuses"]);
  if (statuses.length === 0) return [];
  const value = statuses.map((status): JsonValue => {
    const count = numberAt(status, ["restartCount"]);
    if (!isObject(status)) return status;
    return {
      ...status,
      ...(count === undefined ? {} : { restartCount: count + 1 }),
      ...(recordAt(status, ["state", "running"]) === undefined ? {} : { state: runningSince(at) }),
    };
  });
  return [{ at: ["objects", key, "status", "containerStatuses"], value }];
}

function runningSince(startedAt: string): JsonObject {
  return { running: { startedAt } };
}

const GENERATION = "pod-template-generation";
const GENERATION_ANNOTATION = "deprecated.daemonset.template.generation";

function podOf(
  { object: old }: IndexedObject,
  { object: daemonSet }: IndexedObject,
  {
    name,
    at,
    hash,
  }: { readonly name: string; readonly at: string; readonly hash: string | undefined },
): JsonObject {
  const { labels: _, annotations, resourceVersion, ...metadata } = old.metadata;
  const template = ["spec", "template"];
  const generation = textAt(daemonSet, ["metadata", "annotations", GENERATION_ANNOTATION]);
  const labels = valueAt(daemonSet, [...template, "metadata", "labels"]);
  const containers = listAt(daemonSet, [...template, "spec", "containers"]).map(nameAndImage);
  const before = listAt(daemonSet, [...template, "spec", "initContainers"]).map(nameAndImage);
  return {
    apiVersion: old.apiVersion,
    kind: old.kind,
    metadata: {
      ...asObject(asJson(metadata)),
      name,
      uid: madeUpId(["pod", old.metadata.uid ?? old.metadata.name, at]),
      creationTimestamp: at,
      labels: {
        ...asObject(labels),
        ...(hash === undefined ? {} : { [REVISION_HASH_LABEL]: hash }),
        ...(generation === undefined ? {} : { [GENERATION]: generation }),
      },
    },
    spec: {
      nodeName: textAt(old, ["spec", "nodeName"]) ?? "",
      containers,
      ...(before.length === 0 ? {} : { initContainers: before }),
    },
    status: {
      phase: "Running",
      startTime: at,
      conditions: [{ type: "Ready", status: "True", lastTransitionTime: at }],
      containerStatuses: containers.map((container) => ({
        name: textAt(container, ["name"]) ?? "",
        ready: true,
        restartCount: 0,
        state: runningSince(at),
      })),
    },
  };
}

function nameAndImage(container: JsonValue): JsonValue {
  return {
    name: textAt(container, ["name"]) ?? "",
    image: textAt(container, ["image"]) ?? "",
  };
}

function asObject(value: JsonValue | undefined): JsonObject {
  return isObject(value) ? value : {};
}
