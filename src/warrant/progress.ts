import type { Known } from "../engine/facts/known.ts";
import { type Phase, phasesOf } from "../engine/plan/phases.ts";
import { changesSince } from "./bound-changes.ts";
import type { Doubt } from "./doubt.ts";
import { doubtConfig, doubtDisk, doubtPull, doubtReady, doubtWord } from "./doubts-of-progress.ts";
import { type OwnPatch, ownPatchOf } from "./own-patch.ts";
import type { Claim } from "./ownership-of-node.ts";
import {
  isBack,
  isConfigApplied,
  isDiskRead,
  isDrained,
  isProofShown,
  isProofWritten,
  isPulled,
} from "./phase-proofs.ts";
import type { Question } from "./question.ts";
import { doubtRuns, runsOf } from "./runs.ts";

/** The phase that a transaction is to carry out next, or that nothing is left of it. */
export type NextPhase = Phase | "done";

/** How far a transaction got, as far as a snapshot shows it. */
export interface Progress {
  readonly next: NextPhase;
  /** What is left, `next` first; empty when done. */
  readonly remaining: readonly Phase[];
  /** The runtime's run is another than the one that was bound, as the own patch may make it. */
  readonly isReplaced: boolean;
  /** The reboot or the restart is behind it: there is no second one. */
  readonly isConsumed: boolean;
  /** It is known whether it is. Else what is loaded now may be either run's, and is not held against what was. */
  readonly isRunKnown: boolean;
  /** The active config and the one on disk, for each credential. */
  readonly isConfigKnown: boolean;
  readonly ownPatch: OwnPatch;
  /** All of it is proved, and the node only has to be given back. */
  readonly isProved: boolean;
  readonly doubts: readonly Doubt[];
}

/**
 * Tells from a snapshot how far the transaction got. A phase counts as done where its proof is seen; of two that can
 * be repeated at no cost (a drain, a pull) what is not seen is done again.
 */
export function progressOf(question: Question): Progress {
  const { seen, warrant, claim } = question;
  const phases = phasesOf(warrant.action.obligations).map(({ phase }) => phase);
  const runs = runsOf(seen, warrant);
  const isConsumed = isCertain(runs.consumed);
  const config = isConfigApplied(seen, false);
  const changes = changesSince(seen, warrant, isConsumed);
  const isWritten = isCertain(config) && changes.isApplied;
  const isDone = doneIn(question, {
    isConsumed,
    isReplaced: isCertain(runs.replaced),
    isWritten: isWritten && (isConsumed || isWholePatch(question)),
    phases,
  });
  const remaining = remainingOf(phases, isDone, claim);
  const next = remaining[0] ?? "done";
  const isProved = phases.every((phase) => phase === "claim" || isDone(phase));
  return {
    next,
    remaining,
    isConsumed,
    isReplaced: isCertain(runs.replaced),
    isRunKnown: runs.consumed.state === "value" && runs.replaced.state === "value",
    isConfigKnown: config.state === "value" && isDiskRead(seen),
    ownPatch: ownPatchOf(seen, warrant, changes.isActive),
    isProved,
    doubts: [
      ...doubtRuns(seen, warrant, runs),
      ...changes.doubts,
      ...doubtConfig(question, config, isConsumed),
      ...doubtDisk(question, { isConsumed, isWritten }),
      ...doubtReady(question, remaining),
      ...doubtPull(question, isConsumed),
      ...doubtWord(question, { next, isConsumed }),
    ],
  };
}

function isCertain(known: Known<boolean>): boolean {
  return known.state === "value" && known.value;
}

/**
 * Whether the patch is one that the next boot starts from, and all that is to be written: both configs are as declared
 * for the credentials, so a patch that is still asked for is about something else.
 */
function isWholePatch({ seen, warrant, fresh }: Question): boolean {
  const reboots = warrant.action.obligations.includes("reboot");
  const boot = isConfigApplied(seen, reboots);
  const isAskedFor = fresh?.obligations.includes("patch") === true && isDiskRead(seen);
  return boot.state === "value" && boot.value && !isAskedFor;
}

interface Standing {
  readonly isConsumed: boolean;
  readonly isReplaced: boolean;
  readonly isWritten: boolean;
  readonly phases: readonly Phase[];
}

function doneIn(
  { seen, warrant, claim, hasHolder }: Question,
  { isConsumed, isReplaced, isWritten: isPatchWritten, phases }: Standing,
): (phase: Phase) => boolean {
  const back = isBack(seen);
  const isWritten = seen.pairs.every((pair) => isProofWritten(pair, warrant));
  const isVerified = seen.pairs.every(
    (pair) => isProofWritten(pair, warrant) || isPulled(pair, warrant),
  );
  const mustVerify = phases.includes("verify");
  const isReasserted =
    isWritten ||
    ((isVerified || !mustVerify) &&
      seen.pairs.every((pair) => isProofWritten(pair, warrant) || isProofShown(pair)));
  const done: Readonly<Record<Phase, boolean>> = {
    // Without a holder its claim cannot be told from another's; once nothing disrupts any more that may be.
    claim: claim === "own" || claim === "notJudged" || (isConsumed && !hasHolder),
    patch: isPatchWritten,
    drain: isConsumed || isDrained(seen),
    reboot: isConsumed,
    restart: isConsumed || (isReplaced && (isPatchWritten || !phases.includes("patch"))),
    ready: isConsumed && back.state === "value" && back.value,
    verify: isVerified,
    reassert: isReasserted,
  };
  return (phase) => done[phase];
}

/** From the first phase on that is not done. All done, it remains to give the node back, which the last one does. */
function remainingOf(
  phases: readonly Phase[],
  isDone: (phase: Phase) => boolean,
  claim: Claim,
): readonly Phase[] {
  const left = phases.filter((phase) => !isDone(phase));
  if (left.some((phase) => phase !== "claim")) return left;
  return claim === "own" ? phases.slice(-1) : [];
}
