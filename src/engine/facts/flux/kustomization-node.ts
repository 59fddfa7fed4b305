import type { ClusterObject } from "../../../snapshot/snapshot.ts";
import { absent, type Fact, known, type UnknownReason } from "../fact.ts";
import { eachOnce } from "../known.ts";
import { textAt, valueAt } from "../read-object.ts";
import type { FactSource } from "../subject.ts";
import { attemptedRevision, isAtHealthChecks, nextAttempt, runningAttempt } from "./attempt.ts";
import type { Blocker, Place } from "./blocker.ts";
import { coincidentBlockers } from "./coincident-blockers.ts";
import { conditionOf } from "./conditions.ts";
import { dependencyBlockers } from "./dependency-blockers.ts";
import { failureWithheld } from "./failure-withheld.ts";
import { findObject } from "./find-object.ts";
import type { Attempt, FluxNode } from "./flux-node.ts";
import { type KustomizationState, kustomizationState } from "./kustomization-state.ts";
import { namedBlockers } from "./named-blockers.ts";
import { formatObjectId, type ObjectId } from "./object-id.ts";
import { artifactRevision, sourceBlocker, sourceOf } from "./source-artifact.ts";
import { checkedBlockers, nothingWaited, type Waited } from "./waited-blockers.ts";

/** A Kustomization as a node: its state, and what directly stands in its way. */
export function kustomizationNode(source: FactSource, object: ObjectId): FluxNode {
  const id = formatObjectId(object);
  const found = findObject(source, object);
  const base = { id, object, ...nothing, attempt: undefined } as const;
  if (found.state === "unknown") {
    const { reasons } = found;
    const unread = {
      isBlocked: undefined,
      blockers: [],
      reasons,
      attemptReasons: reasons,
      coincidentReasons: reasons,
    };
    return { ...base, ...unread, state: "unknown", places: [] };
  }
  if (found.state === "absent") {
    const detail = "there is no such Kustomization";
    const blockers = [selfBlocker(id, { reason: "Missing", detail, healing: "needsCommit" }, [])];
    return { ...base, state: "missing", isBlocked: true, blockers, reasons: [], places: [] };
  }
  return liveNode(source, object, found.value);
}

const nothing = { coincident: [], coincidentReasons: [], attemptReasons: [] } as const;

interface Live {
  readonly key: string;
  readonly object: ClusterObject;
}

function liveNode(source: FactSource, object: ObjectId, live: Live): FluxNode {
  const id = formatObjectId(object);
  const { state, path } = kustomizationState(live.object);
  const places: readonly Place[] = [
    { path: ["objects", live.key, ...path], seen: valueAt(live.object, path) ?? null },
  ];
  const base = { id, object, state, places };
  const stands = standingStill(id, state, live.object, places);
  if (stands !== undefined) {
    return {
      ...base,
      isBlocked: true,
      blockers: [stands],
      ...nothing,
      reasons: [],
      attempt: undefined,
    };
  }
  const found = beforeAttempt(source, state, live);
  if (state === "idleReady" && found.blockers.length === 0 && found.isOutdated !== true) {
    const isBlocked = found.isOutdated === undefined ? undefined : false;
    const { reasons } = found;
    return { ...base, isBlocked, blockers: [], ...nothing, reasons, attempt: undefined };
  }
  const hasSource = found.isSourceUnread || found.blockers.some(({ via }) => via === "source");
  const after = duringAttempt(source, { id, state, live, hasSource });
  const blockers = [...found.blockers, ...after.blockers];
  const reasons = eachOnce([...found.reasons, ...after.reasons]);
  const isSilent = blockers.length === 0 && reasons.length === 0;
  return {
    ...base,
    isBlocked: true,
    blockers: isSilent ? [waiting(id, state, live.object, places)] : blockers,
    ...coincidentBlockers(source, live.object, id),
    reasons,
    attemptReasons: [...found.attemptReasons, ...after.attemptReasons],
    attempt: attemptOf(source, state, live),
  };
}

function selfBlocker(
  object: string,
  said: Pick<Blocker, "reason" | "detail" | "healing" | "unsure">,
  places: readonly Place[],
): Blocker {
  return { object, via: "self", edge: "proven", target: undefined, ...said, places };
}

/** What makes it stand still by itself, whatever else is the matter. */
function standingStill(
  id: string,
  state: KustomizationState,
  object: ClusterObject,
  places: readonly Place[],
): Blocker | undefined {
  if (state === "suspended") {
    const detail = "is suspended: Flux does not touch it, and its conditions are of before";
    return selfBlocker(id, { reason: "Suspended", detail, healing: "needsHand" }, places);
  }
  if (state === "terminating") {
    const detail = `what is to come once ${id} is deleted is not recorded`;
    const unsure = { most: "needsCommit", reason: { code: "NotRecorded", detail } } as const;
    const said = { reason: "Terminating", detail: "is being deleted", healing: "mayHeal" } as const;
    return selfBlocker(id, { ...said, unsure }, places);
  }
  if (state !== "stalled") return undefined;
  const reason = conditionOf(object, "Stalled")?.reason ?? "Stalled";
  const detail = "Flux gave up until its spec changes";
  return selfBlocker(id, { reason, detail, healing: "needsCommit" }, places);
}

/** What Flux asks before it tries: the source, and every dependency. */
function beforeAttempt(
  source: FactSource,
  state: KustomizationState,
  { object }: Live,
): Waited & { readonly isOutdated: boolean | undefined; readonly isSourceUnread: boolean } {
  const named = sourceOf(object);
  const offered = named === undefined ? absent : findObject(source, named);
  const revision: Fact<string> =
    offered.state === "value" ? revisionOf(offered.value.object) : offered;
  const hasFailed = conditionOf(object, "Ready")?.reason === "ArtifactFailed";
  const edge = hasFailed ? "proven" : "derived";
  const ofSource = named === undefined ? undefined : sourceBlocker(named, offered, edge);
  const isOutdated = judgeOutdated(object, revision);
  // An attempt that runs has passed this check, but for a revision that came since; one that may be at the newest
  // revision may not come to it.
  const isAsked =
    state === "inFlight"
      ? isSuperseded(object, revision)
      : state !== "idleReady" || isOutdated === true;
  const dependencies = isAsked
    ? dependencyBlockers(source, object, { revision, isSaid: state === "blockedOnDependency" })
    : nothingWaited;
  const reasons: readonly UnknownReason[] = offered.state === "unknown" ? offered.reasons : [];
  return {
    blockers: [...(ofSource === undefined ? [] : [ofSource]), ...dependencies.blockers],
    reasons: [...reasons, ...dependencies.reasons],
    attemptReasons: dependencies.attemptReasons,
    isOutdated,
    isSourceUnread: offered.state === "unknown",
  };
}

function revisionOf(source: ClusterObject): Fact<string> {
  const revision = artifactRevision(source);
  return revision === undefined ? absent : known(revision);
}

/** Whether its source offers another revision than it has applied; undefined where that is not known. */
function judgeOutdated(object: ClusterObject, revision: Fact<string>): boolean | undefined {
  if (revision.state === "unknown") return undefined;
  if (revision.state === "absent") return false;
  return textAt(object, ["status", "lastAppliedRevision"]) !== revision.value;
}

/** Whether the source offers another revision by now than the running attempt is about. */
function isSuperseded(object: ClusterObject, revision: Fact<string>): boolean {
  const attempted = attemptedRevision(object);
  return revision.state === "value" && attempted !== undefined && attempted !== revision.value;
}

/** What the running attempt waits for, or the last one did in vain. */
function duringAttempt(
  source: FactSource,
  {
    id,
    state,
    live,
    hasSource,
  }: {
    readonly id: string;
    readonly state: KustomizationState;
    readonly live: Live;
    /** Its source stands in the way, or may: that tells what an artifact failed on. */
    readonly hasSource: boolean;
  },
): Waited {
  if (state === "inFlight") return duringRun(source, id, live);
  const ready = conditionOf(live.object, "Ready");
  if (state === "blockedOnDependency" || state === "idleReady" || ready?.status !== "False") {
    return nothingWaited;
  }
  const { reason } = ready;
  if (reason === "HealthCheckFailed") {
    return namedBlockers(source, live, { who: id, edge: "proven" });
  }
  // Broken off for a newer revision, of which the same is waited for.
  if (reason === "HealthCheckCanceled") return checkedBlockers(source, live.object, id);
  if (reason === "ArtifactFailed" && hasSource) return nothingWaited;
  const places = [{ path: ["objects", live.key, ...ready.path], seen: ready.status }];
  return { ...nothingWaited, blockers: [selfBlocker(id, ownFailure(id, reason), places)] };
}

/** Before it comes to its health checks, what the last ones failed on is the best that is known. */
function duringRun(source: FactSource, id: string, live: Live): Waited {
  if (isAtHealthChecks(live.object)) return checkedBlockers(source, live.object, id);
  return conditionOf(live.object, "Healthy")?.reason === "HealthCheckFailed"
    ? namedBlockers(source, live, { who: id, edge: "derived" })
    : nothingWaited;
}

/** A path that is not in the artifact and a download that failed have one reason, and so have most other failures. */
function ownFailure(
  id: string,
  reason: string,
): Pick<Blocker, "reason" | "detail" | "healing" | "unsure"> {
  const said = {
    reason: reason === "" ? "Failed" : reason,
    detail: "the last attempt failed of itself; its message has the rest",
  };
  return reason === "BuildFailed"
    ? { ...said, healing: "needsCommit" }
    : {
        ...said,
        healing: "mayHeal",
        unsure: { most: "needsCommit", reason: failureWithheld(id) },
      };
}

/** Nothing seen stands in its way, and all that could was seen: it takes its time. */
function waiting(
  id: string,
  state: KustomizationState,
  object: ClusterObject,
  places: readonly Place[],
): Blocker {
  const ready = conditionOf(object, "Ready");
  const what: Readonly<Partial<Record<KustomizationState, string>>> = {
    inFlight: "is being reconciled, and nothing seen holds it up",
    idleReady: "has not applied the newest revision of its source yet",
    unobserved: "has not been reconciled at its newest generation yet",
    blockedOnDependency: "its dependencies are met by now, so that the next check lets it go on",
  };
  const isCanceled = ready?.reason === "HealthCheckCanceled";
  const failing = isCanceled
    ? "its health checks were broken off for a newer revision, and nothing seen holds that up"
    : "what the last attempt failed on is no more, so that the next may do";
  const detail = what[state] ?? failing;
  const reason = ready?.status === "False" && ready.reason !== "" ? ready.reason : "Waiting";
  return selfBlocker(id, { reason, detail, healing: "mayHeal" }, places);
}

function attemptOf(
  source: FactSource,
  state: KustomizationState,
  { key, object }: Live,
): Attempt | undefined {
  if (state === "inFlight") return runningAttempt(source, key, object);
  return state === "failingRetrying" || state === "idleNotReady"
    ? nextAttempt(source, key, object)
    : undefined;
}
