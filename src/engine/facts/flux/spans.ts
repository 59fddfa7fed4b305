import type { ClusterObject } from "../../../snapshot/snapshot.ts";
import { parseDuration } from "../../../time/time.ts";
import { textAt } from "../read-object.ts";

/** Shortest time that kustomize-controller gives an attempt. */
const TIMEOUT_SECONDS_MIN = 30;
/** What helm-controller gives an action where nothing is said. */
const RELEASE_TIMEOUT_SECONDS = 300;

function secondsAt(object: ClusterObject, field: string): number | undefined {
  const text = textAt(object, ["spec", field]);
  return text === undefined ? undefined : parseDuration(text)?.seconds;
}

/** How long an attempt may take, in seconds (kustomize-controller `GetTimeout`); undefined where it cannot be read. */
export function timeoutSecondsOf(object: ClusterObject): number | undefined {
  if (object.kind === "HelmRelease") {
    return textAt(object, ["spec", "timeout"]) === undefined
      ? RELEASE_TIMEOUT_SECONDS
      : secondsAt(object, "timeout");
  }
  if (textAt(object, ["spec", "timeout"]) !== undefined) {
    return atLeastMinimum(secondsAt(object, "timeout"));
  }
  const interval = secondsAt(object, "interval");
  return atLeastMinimum(interval === undefined ? undefined : interval - 30);
}

const releaseActions = ["install", "upgrade", "rollback", "test", "uninstall"];

/** How long whichever of its actions takes longest may take; of a HelmRelease each may have a timeout of its own. */
export function longestTimeoutOf(object: ClusterObject): number | undefined {
  const common = timeoutSecondsOf(object);
  if (object.kind !== "HelmRelease" || common === undefined) return common;
  return releaseActions.reduce((most, action) => {
    const text = textAt(object, ["spec", action, "timeout"]);
    const own = text === undefined ? undefined : parseDuration(text)?.seconds;
    return Math.max(most, own ?? 0);
  }, common);
}

function atLeastMinimum(seconds: number | undefined): number | undefined {
  return seconds === undefined ? undefined : Math.max(seconds, TIMEOUT_SECONDS_MIN);
}

/** How long after a failure the next attempt begins, in seconds (`GetRetryInterval`); undefined where it cannot be read. */
export function retrySecondsOf(object: ClusterObject): number | undefined {
  const field =
    textAt(object, ["spec", "retryInterval"]) === undefined ? "interval" : "retryInterval";
  return secondsAt(object, field);
}
