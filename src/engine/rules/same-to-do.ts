import type { Outcome } from "../policy.ts";

/**
 * Whether two outcomes ask for the same: obligations, holds, states and denied intents. Reasons and
 * messages may differ, and so may when `patch` is added, which is settled as the step is taken.
 */
export function isSameToDo(a: Outcome, b: Outcome): boolean {
  return (
    a === b ||
    (a.blocked === b.blocked &&
      a.wait === b.wait &&
      a.state === b.state &&
      a.stalled === b.stalled &&
      isSameSet(a.denies, b.denies) &&
      isSameSet(a.obligations ?? none, b.obligations ?? none) &&
      (a.obligations === undefined) === (b.obligations === undefined))
  );
}

const none: readonly string[] = [];

function isSameSet(a: readonly string[], b: readonly string[]): boolean {
  return a.every((item) => b.includes(item)) && b.every((item) => a.includes(item));
}
