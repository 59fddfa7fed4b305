import { parseFluxMessage } from "../../../snapshot/flux-message.ts";
import type { ClusterObject } from "../../../snapshot/snapshot.ts";
import { compareTimestamps, parseDuration, parseTimestamp, Timestamp } from "../../../time/time.ts";
import { isFarAhead } from "../clock-skew.ts";
import { listAt, textAt } from "../read-object.ts";
import type { FactSource } from "../subject.ts";
import { type Condition, conditionOf } from "./conditions.ts";
import type { Attempt } from "./flux-node.ts";
import { retrySecondsOf, timeoutSecondsOf } from "./spans.ts";

/** What a condition says of health checks that run. */
interface RunningChecks {
  readonly condition: Condition;
  /** For how long they may. */
  readonly timeout: string;
  readonly revision: string | undefined;
}

/** Both types say it; undefined if none does. */
function runningHealthChecks(object: ClusterObject): RunningChecks | undefined {
  for (const type of ["Healthy", "Reconciling"]) {
    const condition = conditionOf(object, type);
    if (condition?.reason !== "Progressing") continue;
    const message =
      condition.message === undefined ? undefined : parseFluxMessage(condition.message);
    if (message?.says === "healthRunning") {
      const { timeout, revision } = message;
      return { condition, timeout, revision };
    }
  }
  return undefined;
}

/** Whether an attempt is at its health checks: then it waits for objects, and does nothing else. */
export function isAtHealthChecks(object: ClusterObject): boolean {
  const healthy = conditionOf(object, "Healthy");
  return (
    runningHealthChecks(object) !== undefined ||
    (healthy?.status === "Unknown" && healthy.reason === "Progressing")
  );
}

/** The revision that a running attempt is about; undefined where it is not told. */
export function attemptedRevision(object: ClusterObject): string | undefined {
  const running = runningHealthChecks(object);
  return running?.revision ?? textAt(object, ["status", "lastAttemptedRevision"]);
}

/**
 * When the running attempt is over at the latest. A condition's time moves with its message, which is of use here:
 * the message of running health checks is written as they begin, and names them.
 */
export function runningAttempt(source: FactSource, key: string, object: ClusterObject): Attempt {
  const running = runningHealthChecks(object);
  const text = running?.condition.lastTransitionTime ?? "";
  if (isFarAhead(text, source)) return aheadOfSnapshot(key);
  const began = parseTimestamp(text);
  const seconds = running === undefined ? undefined : parseDuration(running.timeout)?.seconds;
  const allowed = seconds ?? timeoutSecondsOf(object);
  if (running === undefined || began === undefined || allowed === undefined) {
    const detail = `when the running attempt of ${key} began is not recorded: the time of a condition moves with its message`;
    return { reasons: [{ code: "NotRecorded", detail }] };
  }
  const at = later(began, allowed);
  if (isBeforeSnapshot(at, source)) {
    const detail = `the running attempt of ${key} was to be over before the snapshot was taken`;
    return { reasons: [{ code: "Inconsistent", detail }] };
  }
  const path = ["objects", key, ...running.condition.path.slice(0, -1), "lastTransitionTime"];
  return { at, overAt: at, what: "ends", place: { path, seen: text } };
}

/**
 * When the next attempt begins, by the end of the last one: `status.history` has it, conditions do not. Not every failure
 * enters it (one to build does not), so that its newest entry has to be of the failure that is told.
 */
export function nextAttempt(source: FactSource, key: string, object: ClusterObject): Attempt {
  const last = lastReconciled(object);
  const seconds = retrySecondsOf(object);
  const allowed = timeoutSecondsOf(object);
  const isOfThis = last !== undefined && last.status === conditionOf(object, "Ready")?.reason;
  if (!isOfThis || seconds === undefined || allowed === undefined) {
    const detail = `when the last attempt of ${key} failed is not in its history, and the time of a condition moves with its message`;
    return { reasons: [{ code: "NotRecorded", detail }] };
  }
  if (isFarAhead(last.text, source)) return aheadOfSnapshot(key);
  const at = later(last.at, seconds);
  if (isBeforeSnapshot(at, source)) {
    const detail = `the attempt of ${key} that was to follow is not in its history`;
    return { reasons: [{ code: "NotRecorded", detail }] };
  }
  const path = ["objects", key, "status", "history", String(last.index), "lastReconciled"];
  const place = { path, seen: last.text };
  return { at, overAt: later(at, allowed), what: "starts", place };
}

function aheadOfSnapshot(key: string): Attempt {
  const detail = `the status of ${key} is dated long after the snapshot was taken`;
  const cure = "read it anew, and compare the clocks";
  return { reasons: [{ code: "Skewed", detail, cure }] };
}

function isBeforeSnapshot(at: Timestamp, { snapshot }: FactSource): boolean {
  const takenAt = parseTimestamp(snapshot.takenAt);
  return takenAt !== undefined && compareTimestamps(at, takenAt) < 0;
}

function lastReconciled(object: ClusterObject) {
  const entries = listAt(object, ["status", "history"]).flatMap((entry, index) => {
    const text = textAt(entry, ["lastReconciled"]) ?? "";
    const at = parseTimestamp(text);
    const status = textAt(entry, ["lastReconciledStatus"]);
    return at === undefined ? [] : [{ at, text, index, status }];
  });
  const [last] = entries.sort((a, b) => compareTimestamps(b.at, a.at));
  return last;
}

function later({ seconds, nanos }: Timestamp, by: number): Timestamp {
  return new Timestamp(seconds + by, nanos);
}
