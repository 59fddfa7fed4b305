import { conditionOf } from "../../engine/facts/flux/conditions.ts";
import { numberAt } from "../../engine/facts/read-object.ts";
import type { IndexedObject } from "../../snapshot/object-index.ts";
import type { Edit } from "../edit.ts";
import type { EventContext, EventEffect, EventKind, Happening, Refusal } from "../event.ts";
import {
  conditionEdits,
  findNamed,
  isObjectName,
  nameOf,
  observedEdit,
  type WrittenCondition,
} from "../flux-objects.ts";
import { afterSeconds, EVENT_SECONDS, endOfTime } from "../moment.ts";

/** What somebody waits for comes up: by its own status it is current (kstatus). */
export const current: EventKind = {
  name: "current",
  argument: "OBJECT",
  summary:
    "a Deployment, Job, PersistentVolumeClaim, HelmRelease or other object with a Ready condition comes up",
  prepare: (name) => onObject(name, true),
};

/** It fails, or is no more ready. */
export const failed: EventKind = {
  name: "failed",
  argument: "OBJECT",
  summary: "such an object fails, or is ready no more",
  prepare: (name) => onObject(name, false),
};

function onObject(name: string, isCurrent: boolean): EventEffect | undefined {
  if (!isObjectName(name)) return undefined;
  return (context) => {
    const found = findNamed(context, name);
    return "refused" in found ? found : fared(context, found, isCurrent);
  };
}

function fared(
  { snapshot }: EventContext,
  found: IndexedObject,
  isCurrent: boolean,
): Happening | Refusal {
  const moment = afterSeconds(snapshot, EVENT_SECONDS);
  if (moment === undefined) return endOfTime;
  const at = moment.before(1);
  const edits = statusEdits(found, isCurrent, at);
  if ("refused" in edits) return edits;
  return { edits: [...moment.edits, ...observedEdit(found), ...edits] };
}

function statusEdits(
  found: IndexedObject,
  isCurrent: boolean,
  at: string,
): readonly Edit[] | Refusal {
  const { apiVersion, kind } = found.object;
  switch (`${apiVersion}/${kind}`) {
    case "apps/v1/Deployment":
      return deploymentEdits(found, isCurrent, at);
    case "batch/v1/Job":
      return conditionEdits(found, jobConditions(isCurrent), at);
    case "v1/PersistentVolumeClaim": {
      const value = isCurrent ? "Bound" : "Lost";
      return [{ at: ["objects", found.key, "status", "phase"], value }];
    }
    default:
      return readyEdits(found, isCurrent, at);
  }
}

function jobConditions(isCurrent: boolean): Readonly<Record<string, WrittenCondition>> {
  return isCurrent
    ? { Complete: { status: "True", reason: "CompletionsReached" }, Failed: undefined }
    : { Failed: { status: "True", reason: "BackoffLimitExceeded" }, Complete: undefined };
}

/** All of its pods are there, or none of them is and its deadline is over. Pods that were read stay as they are. */
function deploymentEdits(found: IndexedObject, isCurrent: boolean, at: string): readonly Edit[] {
  const { key, object } = found;
  const replicas = numberAt(object, ["spec", "replicas"]) ?? 1;
  const up = isCurrent && replicas > 0 ? replicas : undefined;
  // A status leaves zero out.
  const total = replicas === 0 ? undefined : replicas;
  const counts = {
    replicas: total,
    updatedReplicas: total,
    readyReplicas: up,
    availableReplicas: up,
  };
  const conditions: Readonly<Record<string, WrittenCondition>> = isCurrent
    ? {
        Available: { status: "True", reason: "MinimumReplicasAvailable" },
        Progressing: { status: "True", reason: "NewReplicaSetAvailable" },
      }
    : {
        Available: { status: "False", reason: "MinimumReplicasUnavailable" },
        Progressing: { status: "False", reason: "ProgressDeadlineExceeded" },
      };
  return [
    ...Object.entries(counts).map(([field, value]) => ({
      at: ["objects", key, "status", field],
      value,
    })),
    ...conditionEdits(found, conditions, at),
  ];
}

/** Kinds of Flux and of operators say by a condition how they fare; what has none would not be told by it. */
function readyEdits(
  found: IndexedObject,
  isCurrent: boolean,
  at: string,
): readonly Edit[] | Refusal {
  const { object } = found;
  const name = nameOf(object);
  if (object.kind === "Kustomization")
    return { refused: `how \`${name}\` fares is for Flux to say`, help: `reconcile=${name}` };
  if (conditionOf(object, "Ready") === undefined)
    return { refused: `the snapshot holds no Ready condition of \`${name}\`` };
  const ready = isCurrent
    ? ({ status: "True", reason: "Succeeded" } as const)
    : ({ status: "False", reason: "Failed" } as const);
  return conditionEdits(found, { Ready: ready, Reconciling: undefined, Stalled: undefined }, at);
}
