import { createFactSource } from "../../engine/fact-source.ts";
import { absent, type Fact, known, unknown } from "../../engine/facts/fact.ts";
import { conditionOf } from "../../engine/facts/flux/conditions.ts";
import { dependencyBlockers } from "../../engine/facts/flux/dependency-blockers.ts";
import { findObject } from "../../engine/facts/flux/find-object.ts";
import { isKustomization } from "../../engine/facts/flux/flux-kinds.ts";
import { judgeObject } from "../../engine/facts/flux/kstatus/judge-object.ts";
import { kustomizationState } from "../../engine/facts/flux/kustomization-state.ts";
import { artifactRevision, sourceOf } from "../../engine/facts/flux/source-artifact.ts";
import { timeoutSecondsOf } from "../../engine/facts/flux/spans.ts";
import { waitedBlockers } from "../../engine/facts/flux/waited-blockers.ts";
import { waitedObjects } from "../../engine/facts/flux/waited-objects.ts";
import { listAt, textAt } from "../../engine/facts/read-object.ts";
import type { FactSource } from "../../engine/facts/subject.ts";
import { asJson } from "../../input/as-json.ts";
import {
  formatFluxMessage,
  type NamedObject,
  parseFluxMessage,
} from "../../snapshot/flux-message.ts";
import type { IndexedObject } from "../../snapshot/object-index.ts";
import type { Edit } from "../edit.ts";
import type { EventContext, EventKind, Happening, Refusal } from "../event.ts";
import {
  conditionEdits,
  findNamed,
  isObjectName,
  nameOf,
  observedEdit,
  type WrittenCondition,
} from "../flux-objects.ts";
import { afterSeconds, EVENT_SECONDS, endOfTime, type Moment } from "../moment.ts";

/**
 * Flux gets to a Kustomization, and its attempt ends (kustomize-controller; cluster-semantics §4.2): it asks for the source, for every
 * dependency, applies what it applied before, and waits for it. Refused where something that it would ask was not read.
 */
export const reconcile: EventKind = {
  name: "reconcile",
  argument: "KUSTOMIZATION",
  summary: "Flux gets to it: its source, its dependencies, and what it waits for, until it is over",
  prepare: (name) => (isObjectName(name) ? (context) => reconciled(context, name) : undefined),
};

function reconciled(context: EventContext, name: string): Happening | Refusal {
  const found = findNamed(context, name);
  if ("refused" in found) return found;
  const [group = ""] = found.object.apiVersion.split("/");
  if (!isKustomization({ group, kind: found.object.kind }))
    return { refused: `\`${name}\` is no Kustomization of Flux` };
  const { state } = kustomizationState(found.object);
  // Flux does not touch it.
  if (state === "suspended" || state === "terminating") return { edits: [] };
  const source = createFactSource(context.snapshot, context.profile);
  const offered = offeredRevision(source, found);
  // An attempt that runs goes on with what it began with, whatever is offered since.
  const revision = state === "inFlight" ? attemptedRevision(found) : offered;
  if (revision.state === "unknown") return notKnown(name, revision.reasons);
  if (revision.state === "absent") return ended(context, found, noArtifact);
  // An attempt that runs has asked for its dependencies.
  const before =
    state === "inFlight"
      ? undefined
      : dependencyBlockers(source, found.object, { revision, isSaid: false });
  if (before !== undefined && before.blockers.length > 0)
    return ended(context, found, { Ready: { status: "False", reason: "DependencyNotReady" } });
  if (before !== undefined && before.reasons.length > 0) return notKnown(name, before.reasons);
  const waited = waitedBlockers(source, found.object, name);
  if (waited.reasons.length > 0) return notKnown(name, waited.reasons);
  const lacking = waited.blockers.map(({ object }) => asNamed(context, object));
  return lacking.length > 0
    ? failed(context, found, { revision: revision.value, lacking })
    : succeeded(context, found, revision.value);
}

const retrying: WrittenCondition = { status: "True", reason: "ProgressingWithRetry" };

const noArtifact: Readonly<Record<string, WrittenCondition>> = {
  Ready: { status: "False", reason: "ArtifactFailed" },
  Reconciling: retrying,
};

function notKnown(name: string, reasons: readonly { readonly detail: string }[]): Refusal {
  return { refused: `what \`${name}\` comes to is not known: ${reasons[0]?.detail ?? ""}` };
}

/** Absent where the source is not there, or has no artifact. */
function offeredRevision(source: FactSource, { object }: IndexedObject): Fact<string> {
  const named = sourceOf(object);
  if (named === undefined) return absent;
  const found = findObject(source, named);
  if (found.state !== "value") return found;
  const revision = artifactRevision(found.value.object);
  return revision === undefined ? absent : known(revision);
}

/** What the running attempt is about, by its message or the status. */
function attemptedRevision({ object }: IndexedObject): Fact<string> {
  const messages = ["Healthy", "Reconciling"].flatMap(
    (type) => conditionOf(object, type)?.message ?? [],
  );
  const told = messages.flatMap((text) => {
    const message = parseFluxMessage(text);
    return message?.says === "healthRunning" ? (message.revision ?? []) : [];
  });
  const revision = told[0] ?? textAt(object, ["status", "lastAttemptedRevision"]);
  if (revision !== undefined) return known(revision);
  return unknown("NotRecorded", "which revision its running attempt is about is not in its status");
}

/** An object as Flux names it, with how it fares. */
function asNamed({ snapshot }: EventContext, name: string): NamedObject {
  const object = Object.values(snapshot.objects).find((each) => nameOf(each) === name);
  const [kind = "", ...path] = name.split("/");
  return {
    kind,
    namespace: path.length > 1 ? (path[0] ?? "") : "",
    name: path.at(-1) ?? "",
    status: object === undefined ? "NotFound" : judgeObject(object).word,
  };
}

/** It asked, and did not come to apply anything. */
function ended(
  { snapshot }: EventContext,
  found: IndexedObject,
  written: Readonly<Record<string, WrittenCondition>>,
): Happening | Refusal {
  const moment = afterSeconds(snapshot, EVENT_SECONDS);
  if (moment === undefined) return endOfTime;
  return { edits: [...moment.edits, ...conditionEdits(found, written, moment.before(1))] };
}

/** It waited in vain until its timeout was over. */
function failed(
  { snapshot }: EventContext,
  found: IndexedObject,
  { revision, lacking }: { readonly revision: string; readonly lacking: readonly NamedObject[] },
): Happening | Refusal {
  const moment = afterSeconds(snapshot, timeoutSecondsOf(found.object) ?? EVENT_SECONDS);
  if (moment === undefined) return endOfTime;
  const message = formatFluxMessage({
    says: "healthFailed",
    because: "timeout",
    objects: lacking,
    isWhole: true,
  });
  const condition = { status: "False", reason: "HealthCheckFailed", message } as const;
  const written = { Ready: condition, Healthy: condition, Reconciling: retrying };
  return {
    edits: [
      ...moment.edits,
      ...conditionEdits(found, written, moment.before(1)),
      ...attemptEdits(found, { revision, moment, status: condition.reason }),
    ],
  };
}

function succeeded(
  { snapshot }: EventContext,
  found: IndexedObject,
  revision: string,
): Happening | Refusal {
  const moment = afterSeconds(snapshot, EVENT_SECONDS);
  if (moment === undefined) return endOfTime;
  const reason = "ReconciliationSucceeded";
  const isWaitedFor = waitedObjects(found.object).length > 0;
  const written = {
    Ready: { status: "True", reason },
    Healthy: isWaitedFor ? ({ status: "True", reason: "Succeeded" } as const) : undefined,
    Reconciling: undefined,
    Stalled: undefined,
  } as const;
  return {
    edits: [
      ...moment.edits,
      ...conditionEdits(found, written, moment.before(1)),
      ...observedEdit(found),
      { at: ["objects", found.key, "status", "lastAppliedRevision"], value: revision },
      ...attemptEdits(found, { revision, moment, status: reason }),
    ],
  };
}

/** What Flux keeps of an attempt, where it kept any: the newest first. */
function attemptEdits(
  { key, object }: IndexedObject,
  attempt: { readonly revision: string; readonly moment: Moment; readonly status: string },
): readonly Edit[] {
  const { revision, moment, status } = attempt;
  const history = listAt(object, ["status", "history"]);
  const tried = textAt(object, ["status", "lastAttemptedRevision"]);
  const entry = { lastReconciled: moment.before(1), lastReconciledStatus: status };
  return [
    ...(tried === undefined
      ? []
      : [{ at: ["objects", key, "status", "lastAttemptedRevision"], value: revision }]),
    ...(history.length === 0
      ? []
      : [{ at: ["objects", key, "status", "history"], value: asJson([entry, ...history]) }]),
  ];
}
