import { parseFluxMessage } from "../../../snapshot/flux-message.ts";
import type { ClusterObject } from "../../../snapshot/snapshot.ts";
import { compareTimestamps, parseDuration, parseTimestamp, Timestamp } from "../../../time/time.ts";
import { listAt, textAt } from "../read-object.ts";
import { type Condition, conditionOf } from "./conditions.ts";
import type { Attempt } from "./flux-node.ts";
import { retrySecondsOf, timeoutSecondsOf } from "./spans.ts";

/** The condition that says that health checks are running, and for how long they may; undefined if none does. */
function runningHealthChecks(
  object: ClusterObject,
): { readonly condition: Condition; readonly timeout: string } | undefined {
  for (const type of ["Healthy", "Reconciling"]) {
    const condition = conditionOf(object, type);
    if (condition?.reason !== "Progressing") continue;
    const message =
      condition.message === undefined ? undefined : parseFluxMessage(condition.message);
    if (message?.says === "healthRunning") return { condition, timeout: message.timeout };
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

/**
 * When the running attempt is over at the latest. A condition's time moves with its message, which is of use here:
 * the message of running health checks is written as they begin, and names them.
 */
export function runningAttempt(key: string, object: ClusterObject): Attempt {
  const running = runningHealthChecks(object);
  const began =
    running === undefined ? undefined : parseTimestamp(running.condition.lastTransitionTime ?? "");
  const seconds = running === undefined ? undefined : parseDuration(running.timeout)?.seconds;
  const allowed = seconds ?? timeoutSecondsOf(object);
  if (running === undefined || began === undefined || allowed === undefined) {
    const detail = `when the running attempt of ${key} began is not recorded: the time of a condition moves with its message`;
    return { reasons: [{ code: "NotRecorded", detail }] };
  }
  const path = ["objects", key, ...running.condition.path.slice(0, -1), "lastTransitionTime"];
  const place = { path, seen: running.condition.lastTransitionTime ?? null };
  return { at: later(began, allowed), what: "ends", place };
}

/** When the next attempt begins, by the end of the last one: `status.history` has it, conditions do not. */
export function nextAttempt(key: string, object: ClusterObject): Attempt {
  const last = lastReconciled(object);
  const seconds = retrySecondsOf(object);
  if (last === undefined || seconds === undefined) {
    const detail = `when the last attempt of ${key} failed is not in its history, and the time of a condition moves with its message`;
    return { reasons: [{ code: "NotRecorded", detail }] };
  }
  const path = ["objects", key, "status", "history", String(last.index), "lastReconciled"];
  return { at: later(last.at, seconds), what: "starts", place: { path, seen: last.text } };
}

function lastReconciled(object: ClusterObject) {
  const entries = listAt(object, ["status", "history"]).flatMap((entry, index) => {
    const text = textAt(entry, ["lastReconciled"]) ?? "";
    const at = parseTimestamp(text);
    const status = textAt(entry, ["lastReconciledStatus"]);
    return at === undefined ? [] : [{ at, text, index, status }];
  });
  const [last] = entries.sort((a, b) => compareTimestamps(b.at, a.at));
  // A success at the end says that the failure since then was not recorded.
  return last?.status === "ReconciliationSucceeded" ? undefined : last;
}

function later({ seconds, nanos }: Timestamp, by: number): Timestamp {
  return new Timestamp(seconds + by, nanos);
}
