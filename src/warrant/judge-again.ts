import type { MissingFact, NodeDecision } from "../engine/decision.ts";
import type { UnknownReason } from "../engine/facts/fact.ts";
import type { Obligation } from "../engine/policy.ts";
import { type Doubt, moved, unconfirmed } from "./doubt.ts";
import type { Hindrance } from "./intent-denials.ts";
import type { Progress } from "./progress.ts";
import type { Warrant } from "./warrant.ts";

/** What the decision on fresh evidence means for a warrant. */
export interface SecondJudgement {
  readonly doubts: readonly Doubt[];
  /** What is waited for, if anything. */
  readonly hindrances: readonly Hindrance[];
}

/**
 * Holds the decision that fresh evidence gives against the warranted one. It must ask for what is still to be done, and
 * for nothing beyond. Two things are the transaction's own doing and expected: its patch takes away what shows that
 * another credential is loaded, and its reboot is not repeated whatever is decided now.
 */
export function judgeAgain(
  warrant: Warrant,
  fresh: NodeDecision,
  progress: Progress,
): SecondJudgement {
  if (fresh.action === "blocked" && fresh.blocked !== "unknown") return voided(warrant, fresh);
  if (fresh.action === "wait") {
    const because = "seen" as const;
    return { doubts: [], hindrances: [{ guard: fresh.reason, because, message: fresh.message }] };
  }
  if (!progress.isRunKnown) return { doubts: [], hindrances: [] };
  const doubts = progress.isConsumed
    ? doubtAfter(warrant, fresh, progress)
    : doubtBefore(warrant, fresh, progress);
  const isOver = doubts.length === 0 && progress.next === "done";
  return { doubts: isOver ? doubtDone(warrant, fresh) : doubts, hindrances: [] };
}

/**
 * Nothing is left, so nothing that the step was for may be asked for anew. What is asked for because nobody can know
 * better was asked for so at first, and was done.
 */
function doubtDone(warrant: Warrant, fresh: NodeDecision): readonly Doubt[] {
  const { missing = [] } = fresh;
  if (missing.length > 0 && warrant.action.basis === "whenUnknown") return [];
  if (fresh.blocked === "unknown") return undecided(warrant, missing);
  const isAsked = fresh.obligations.some((each) => warrant.action.obligations.includes(each));
  return isAsked ? differs(warrant, fresh) : [];
}

/** What is asked for another thing while facts are missing may be the same again once they are known. */
function differs(warrant: Warrant, fresh: NodeDecision): readonly Doubt[] {
  const { missing = [] } = fresh;
  return missing.length > 0 ? undecided(warrant, missing) : decisionMoved(warrant, fresh);
}

function voided(warrant: Warrant, fresh: NodeDecision): SecondJudgement {
  return { doubts: decisionMoved(warrant, fresh), hindrances: [] };
}

function decisionMoved({ action }: Warrant, fresh: NodeDecision): readonly Doubt[] {
  const asked = fresh.blocked ?? textOf(fresh.obligations);
  const now = `${asked} (${fresh.reason}${fresh.message === "" ? "" : `: ${fresh.message}`})`;
  const bound = `${textOf(action.obligations)} (${action.reason})`;
  return moved({ fact: "decision", bound, now });
}

function textOf(obligations: readonly Obligation[]): string {
  return obligations.length === 0 ? "none" : obligations.join(" → ");
}

/** Nothing was taken down yet. */
function doubtBefore(
  warrant: Warrant,
  fresh: NodeDecision,
  { ownPatch, isProved, isConfigKnown, remaining }: Progress,
): readonly Doubt[] {
  const { obligations } = warrant.action;
  if (fresh.blocked === "unknown") {
    const missing = fresh.missing ?? [];
    const isOwnDoing = ownPatch.tookLoad && missing.every(isPatchedAway);
    return isOwnDoing ? [] : undecided(warrant, missing);
  }
  const isBeyond = asksBeyond(warrant, fresh, isConfigKnown, []);
  const isLacking =
    !isProved &&
    obligations
      .filter((each) => remaining.includes(each))
      // What spoke for it is gone because of the own patch: that the runtime has not restarted since is told by its run.
      .some((each) => !fresh.obligations.includes(each) && !ownPatch.excused.has(each));
  return isBeyond || isLacking ? differs(warrant, fresh) : [];
}

/** A patch is asked for while it is not known that none is needed: that is no wish for more, and told by the config. */
function asksBeyond(
  { action }: Warrant,
  { obligations }: NodeDecision,
  isConfigKnown: boolean,
  expected: readonly Obligation[],
): boolean {
  return obligations
    .filter((each) => !expected.includes(each) && (each !== "patch" || isConfigKnown))
    .some((each) => !action.obligations.includes(each));
}

/** Which credential is loaded was told by the config differing from it. */
function isPatchedAway({ fact, reasons }: MissingFact): boolean {
  return fact === "load" && reasons.every(({ code }) => code !== "Inconsistent");
}

/**
 * The reboot or restart is behind. A pull may be tried whatever is known; a proof is written only where what is loaded
 * is known to be what is declared, or where the policy asks for the proof all the same.
 */
function doubtAfter(
  warrant: Warrant,
  fresh: NodeDecision,
  { next, isProved, isConfigKnown }: Progress,
): readonly Doubt[] {
  const consumed: readonly Obligation[] = ["reboot", "restart"];
  const { basis } = warrant.action;
  if (asksBeyond(warrant, fresh, isConfigKnown, consumed)) return differs(warrant, fresh);
  if (next !== "reassert" || isProved) return [];
  const { missing = [] } = fresh;
  const isAskedFor = fresh.obligations.includes("reassert");
  if (fresh.blocked === "unknown" || (missing.length > 0 && !isAskedFor))
    return undecided(warrant, missing);
  const takesDown = fresh.obligations.some((each) => consumed.includes(each));
  // Decided anew, it is another credential that is loaded; decided for want of knowledge both times, it was asked for so.
  if (takesDown && !(missing.length > 0 && basis === "whenUnknown"))
    return missing.length > 0 ? undecided(warrant, missing) : decisionMoved(warrant, fresh);
  return [];
}

function undecided({ action }: Warrant, missing: readonly MissingFact[]): readonly Doubt[] {
  const bound = textOf(action.obligations);
  const reasons = missing.flatMap((each) => each.reasons.map((reason) => about(each.fact, reason)));
  return unconfirmed("decision", bound, reasons);
}

function about(fact: string, reason: UnknownReason): UnknownReason {
  return { ...reason, detail: `\`${fact}\`: ${reason.detail}` };
}
