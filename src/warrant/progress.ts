import type { NodeDecision } from "../engine/decision.ts";
import { type Known, reasonsOf } from "../engine/facts/known.ts";
import { configAtBoot } from "../engine/facts/node/config-at-boot.ts";
import { type Phase, phasesOf } from "../engine/plan/phases.ts";
import { compareSeen, type Doubt, moved, unconfirmed } from "./doubt.ts";
import type { Claim } from "./ownership-of-node.ts";
import {
  isBack,
  isConfigApplied,
  isDenied,
  isDiskRead,
  isDrained,
  isProofShown,
  isProofWritten,
  isPulled,
  isRuntimeRestarted,
} from "./phase-proofs.ts";
import { bootOf, type SeenNode } from "./seen-node.ts";
import { isDisruptive, type Warrant } from "./warrant.ts";

/** The phase that a transaction is to carry out next, or that nothing is left of it. */
export type NextPhase = Phase | "done";

/** How far a transaction got, as far as a snapshot shows it. */
export interface Progress {
  readonly next: NextPhase;
  /** What is left, `next` first; empty when done. */
  readonly remaining: readonly Phase[];
  /** The reboot or the restart is behind it: there is no second one. */
  readonly isConsumed: boolean;
  /** It is known whether it is. Else what is loaded now may be either run's, and is not held against what was. */
  readonly isRunKnown: boolean;
  /** The active config and the one on disk, for each credential. */
  readonly isConfigKnown: boolean;
  /** Its own patch is in force, so what spoke for the act before may not be seen any more. */
  readonly isPatched: boolean;
  /** All of it is proved, and the node only has to be given back. */
  readonly isProved: boolean;
  readonly doubts: readonly Doubt[];
}

/** What the progress of a warrant is told from. */
export interface Question {
  readonly seen: SeenNode;
  readonly warrant: Warrant;
  readonly claim: Claim;
  /** Who holds it is known, so that its claim can be told. */
  readonly hasHolder: boolean;
  /** What is decided of the node now. */
  readonly fresh: NodeDecision | undefined;
}

/**
 * Tells from a snapshot how far the transaction got. A phase counts as done where its proof is seen; of two that can
 * be repeated at no cost (a drain, a pull) what is not seen is done again.
 */
export function progressOf(question: Question): Progress {
  const { seen, warrant, claim } = question;
  const phases = phasesOf(warrant.action.obligations).map(({ phase }) => phase);
  const consumed = consumption(question);
  const isConsumed = consumed.state === "value" && consumed.value;
  const config = isConfigApplied(seen, false);
  const isPatched =
    warrant.action.obligations.includes("patch") && config.state === "value" && config.value;
  const isDone = doneIn(question, {
    isConsumed,
    isWritten: isPatched && isWholePatch(question),
    phases,
  });
  const remaining = remainingOf(phases, isDone, claim);
  return {
    next: remaining[0] ?? "done",
    remaining,
    isConsumed,
    isRunKnown: consumed.state === "value",
    isConfigKnown: config.state === "value" && isDiskRead(seen),
    isPatched,
    isProved: phases.every((phase) => phase === "claim" || isDone(phase)),
    doubts: [
      ...doubtBoot(question, consumed),
      ...doubtConfig(question, config, isConsumed),
      ...doubtDisk(question, isConsumed),
      ...doubtReady(question, remaining),
      ...doubtPull(question, isConsumed),
    ],
  };
}

/** Whether the run of the runtime that the act was to end has ended. */
function consumption({ seen, warrant }: Question): Known<boolean> {
  const { obligations } = warrant.action;
  const boot = bootOf(seen).value;
  if (boot.state === "unknown") return boot;
  if (obligations.includes("reboot"))
    return { state: "value", value: boot.value !== warrant.node.bootId };
  if (obligations.includes("restart")) return isRuntimeRestarted(seen, warrant.node);
  return { state: "value", value: false };
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
  readonly isWritten: boolean;
  readonly phases: readonly Phase[];
}

function doneIn(
  { seen, warrant, claim, hasHolder }: Question,
  { isConsumed, isWritten: isPatchWritten, phases }: Standing,
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
    patch: isPatchWritten || isConsumed,
    drain: isConsumed || isDrained(seen),
    reboot: isConsumed,
    restart: isConsumed,
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

/** Of a warrant that takes nothing down another boot is none of its own. */
function doubtBoot({ seen, warrant }: Question, consumed: Known<boolean>): readonly Doubt[] {
  const { bootId, runtimeStartedAt } = warrant.node;
  const boot = bootOf(seen);
  if (consumed.state === "unknown" && boot.value.state === "value")
    return unconfirmed("node.runtimeStartedAt", runtimeStartedAt ?? null, consumed.reasons);
  if (consumed.state === "unknown") return unconfirmed("node.bootId", bootId, consumed.reasons);
  return isDisruptive(warrant.action.obligations) ? [] : compareSeen(bootId, boot);
}

/**
 * What a reboot or a restart loads is what was configured: it must be what is declared. Before, only a step that patches
 * may be begun without knowing it; once the node is claimed nobody could tell whether the patch is done.
 */
function doubtConfig(
  { warrant, claim }: Question,
  config: Known<boolean>,
  isConsumed: boolean,
): readonly Doubt[] {
  if (config.state === "unknown") {
    const patches = warrant.action.obligations.includes("patch");
    const isBegun = isConsumed || claim === "own";
    return patches && !isBegun ? [] : unconfirmed("config", "same", config.reasons);
  }
  if (!isConsumed || config.value) return [];
  return moved({ fact: "config", bound: "same", now: "another than declared" });
}

/** A reboot that patches nothing before it starts from a disk that was known to hold what is declared. */
function doubtDisk({ seen, warrant }: Question, isConsumed: boolean): readonly Doubt[] {
  const { obligations } = warrant.action;
  if (isConsumed || !obligations.includes("reboot") || obligations.includes("patch")) return [];
  const reasons = reasonsOf(seen.pairs.map(({ reader }) => reader.read(configAtBoot)));
  return reasons.length > 0 ? unconfirmed("configAtBoot", "same", reasons) : [];
}

function doubtReady({ seen }: Question, remaining: readonly Phase[]): readonly Doubt[] {
  const back = isBack(seen);
  return remaining[0] === "ready" && back.state === "unknown"
    ? unconfirmed("node.ready", true, back.reasons)
    : [];
}

/** The registry refused what the runtime works with now: another pull would not make it the declared credential. */
function doubtPull({ seen, warrant }: Question, isConsumed: boolean): readonly Doubt[] {
  const { obligations } = warrant.action;
  const isPending = isDisruptive(obligations) && !isConsumed;
  if (!obligations.includes("verify") || isPending) return [];
  return seen.pairs
    .filter((pair) => isDenied(pair, warrant))
    .flatMap(({ subject }) =>
      moved({
        fact: `credentials.${subject.credential.name}.pull`,
        bound: "pulled",
        now: "denied",
      }),
    );
}
