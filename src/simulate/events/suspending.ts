import { artifactRevision } from "../../engine/facts/flux/source-artifact.ts";
import { valueAt } from "../../engine/facts/read-object.ts";
import type { IndexedObject } from "../../snapshot/object-index.ts";
import type { EventContext, EventEffect, EventKind, Happening, Refusal } from "../event.ts";
import {
  conditionEdits,
  findNamed,
  generationEdit,
  isObjectName,
  nameOf,
  observedEdit,
} from "../flux-objects.ts";
import { madeUpDigest } from "../made-up.ts";
import { afterSeconds, EVENT_SECONDS, endOfTime } from "../moment.ts";

/** Kinds of Flux that can be suspended. */
const suspendable: readonly string[] = [
  "kustomize.toolkit.fluxcd.io/",
  "helm.toolkit.fluxcd.io/",
  "source.toolkit.fluxcd.io/",
];

/** `flux suspend`: the spec says so, and whoever reconciles it leaves it and its conditions alone. */
export const suspend: EventKind = {
  name: "suspend",
  argument: "OBJECT",
  summary: "somebody suspends a Kustomization, HelmRelease or source: Flux does not touch it",
  prepare: (name) => onFluxObject(name, (object) => turned(object, true)),
};

/** `flux resume`, before Flux gets to it. */
export const resume: EventKind = {
  name: "resume",
  argument: "OBJECT",
  summary: "somebody resumes it; Flux gets to it with `reconcile`",
  prepare: (name) => onFluxObject(name, (object) => turned(object, false)),
};

/** Somebody pushes, and the source fetches it: it offers an artifact that nothing has applied. */
export const push: EventKind = {
  name: "push",
  argument: "SOURCE",
  summary: "a source, such as OCIRepository/flux-system/flux-system, offers another revision",
  prepare: (name) => onFluxObject(name, pushed),
};

function onFluxObject(
  name: string,
  happen: (object: IndexedObject, context: EventContext) => Happening | Refusal,
): EventEffect | undefined {
  if (!isObjectName(name)) return undefined;
  return (context) => {
    const found = findNamed(context, name);
    if ("refused" in found) return found;
    if (suspendable.some((group) => found.object.apiVersion.startsWith(group)))
      return happen(found, context);
    return { refused: `\`${name}\` is none of Kustomization, HelmRelease or source` };
  };
}

function turned(found: IndexedObject, isSuspended: boolean): Happening {
  const path = ["spec", "suspend"];
  if ((valueAt(found.object, path) === true) === isSuspended) return { edits: [] };
  const value = isSuspended ? true : undefined;
  return { edits: [{ at: ["objects", found.key, ...path], value }, ...generationEdit(found)] };
}

function pushed(found: IndexedObject, { snapshot }: EventContext): Happening | Refusal {
  const { key, object } = found;
  const name = nameOf(object);
  const before = artifactRevision(object);
  if (before === undefined)
    return { refused: `\`${name}\` has no artifact, so what it would offer is not known` };
  if (valueAt(object, ["spec", "suspend"]) === true)
    return { refused: `\`${name}\` is suspended, so it fetches nothing` };
  const moment = afterSeconds(snapshot, EVENT_SECONDS);
  if (moment === undefined) return endOfTime;
  const tag = before.includes("@") ? before.slice(0, before.indexOf("@")) : "latest";
  const revision = `${tag}@sha256:${madeUpDigest(["artifact", key, moment.before(0)])}`;
  const ready = { status: "True", reason: "Succeeded" } as const;
  return {
    edits: [
      ...moment.edits,
      { at: ["objects", key, "status", "artifact", "revision"], value: revision },
      ...observedEdit(found),
      ...conditionEdits(found, { Ready: ready, Reconciling: undefined }, moment.before(1)),
    ],
  };
}
