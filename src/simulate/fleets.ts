import { createFactSource } from "../engine/fact-source.ts";
import { fleetPod } from "../engine/facts/fleet/fleet-pod.ts";
import {
  controlledBy,
  REVISION_HASH_LABEL,
  revisionHistory,
} from "../engine/facts/fleet/revision-history.ts";
import { numberAt, recordAt, textAt } from "../engine/facts/read-object.ts";
import { asJson } from "../input/as-json.ts";
import type { JsonObject } from "../input/json-value.ts";
import type { IndexedObject } from "../snapshot/object-index.ts";
import { objectKey, type Snapshot } from "../snapshot/snapshot.ts";
import type { Edit } from "./edit.ts";
import { editSnapshot } from "./edit-snapshot.ts";
import type { EventContext, Refusal } from "./event.ts";
import { madeUpDigest, madeUpId } from "./made-up.ts";
import { podsMadeAnew } from "./pods.ts";

const TEMPLATE_GENERATION = "deprecated.daemonset.template.generation";
/** Makes one template differ from another, and says where it comes from. */
const SIMULATED = "fleetwarrant.dev/simulated";

/** How the DaemonSet replaces pods: RollingUpdate is what the API means by leaving it out. */
export function isOnDelete({ object }: IndexedObject): boolean {
  return textAt(object, ["spec", "updateStrategy", "type"]) === "OnDelete";
}

/** Another strategy: the spec's generation rises, the template's does not (cluster-semantics §3.2). */
export function strategyEdits(
  daemonSet: IndexedObject,
  type: "OnDelete" | "RollingUpdate",
): readonly Edit[] {
  return [
    { at: ["objects", daemonSet.key, "spec", "updateStrategy"], value: { type } },
    ...generationEdits(daemonSet),
  ];
}

/** Another template, with its revision where revisions were read; no pod has it yet (cluster-semantics §3.2). */
export function templateEdits(
  { snapshot, profile }: EventContext,
  daemonSet: IndexedObject,
  at: string,
): readonly Edit[] {
  const { key, object } = daemonSet;
  const source = createFactSource(snapshot, profile);
  const template = recordAt(object, ["spec", "template"]) ?? {};
  const mark = madeUpDigest(["template", key, at]).slice(0, 16);
  const next = withAnnotation(template, mark);
  const generation = Number(textAt(object, ["metadata", "annotations", TEMPLATE_GENERATION]));
  const annotations = object.metadata.annotations ?? {};
  const revisions = controlledBy(source, object.metadata.uid ?? "", "ControllerRevision");
  return [
    { at: ["objects", key, "spec", "template"], value: next },
    ...generationEdits(daemonSet),
    ...(Number.isSafeInteger(generation) && generation > 0
      ? [
          {
            at: ["objects", key, "metadata", "annotations"],
            value: { ...annotations, [TEMPLATE_GENERATION]: String(generation + 1) },
          },
        ]
      : []),
    { at: ["objects", key, "status", "updatedNumberScheduled"], value: 0 },
    ...revisionEdits(revisions, { template: next, hash: mark.slice(0, 10), at }),
  ];
}

function withAnnotation(template: JsonObject, mark: string): JsonObject {
  const metadata = recordAt(template, ["metadata"]) ?? {};
  const annotations = recordAt(metadata, ["annotations"]) ?? {};
  return {
    ...template,
    metadata: { ...metadata, annotations: { ...annotations, [SIMULATED]: mark } },
  };
}

/** The controller has seen the new generation where it had seen the one before. */
function generationEdits({ key, object }: IndexedObject): readonly Edit[] {
  const { generation } = object.metadata;
  if (generation === undefined) return [];
  const observed = numberAt(object, ["status", "observedGeneration"]);
  return [
    { at: ["objects", key, "metadata", "generation"], value: generation + 1 },
    ...(observed === generation
      ? [{ at: ["objects", key, "status", "observedGeneration"], value: generation + 1 }]
      : []),
  ];
}

interface NewRevision {
  readonly template: JsonObject;
  readonly hash: string;
  readonly at: string;
}

/** Made like the others; none where none was read. */
function revisionEdits(
  revisions: readonly IndexedObject[],
  { template, hash, at }: NewRevision,
): readonly Edit[] {
  const [model] = revisions;
  const { namespace = "", labels = {} } = model?.object.metadata ?? {};
  const owner = model?.object.metadata.ownerReferences?.find(({ controller }) => controller);
  if (model === undefined || owner === undefined) return [];
  const name = `${owner.name}-${hash}`;
  const number = Math.max(0, ...revisions.map(({ object }) => numberAt(object, ["revision"]) ?? 0));
  const value = asJson({
    ...model.object,
    metadata: {
      ...model.object.metadata,
      name,
      uid: madeUpId(["revision", name]),
      creationTimestamp: at,
      labels: { ...labels, [REVISION_HASH_LABEL]: hash },
    },
    revision: number + 1,
    data: { spec: { template: { ...template, $patch: "replace" } } },
  });
  return [{ at: ["objects", objectKey("apps/v1", "ControllerRevision", namespace, name)], value }];
}

/** What follows where the DaemonSet rolls by itself: every stale pod is made anew. */
export function rolledEdits(
  context: EventContext,
  edits: readonly Edit[],
  { key, at }: { readonly key: string; readonly at: string },
): readonly Edit[] | Refusal {
  const next = editSnapshot(context.snapshot, edits, "the rollout");
  if (!next.ok) return { refused: next.problems[0]?.message ?? "the rollout cannot be simulated" };
  const then = { ...context, snapshot: next.value };
  return podsMadeAnew(then, stalePods(next.value, then, key), at);
}

function stalePods(
  snapshot: Snapshot,
  { profile }: EventContext,
  key: string,
): readonly IndexedObject[] {
  const source = createFactSource(snapshot, profile);
  const object = source.index.get(key);
  if (object === undefined) return [];
  const history = revisionHistory(source, { key, object });
  return controlledBy(source, object.metadata.uid ?? "", "Pod").filter((pod) => {
    const { updated } = fleetPod(pod, object, history);
    return updated.state !== "value" || !updated.value;
  });
}
