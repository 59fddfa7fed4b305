import { ACTIONS, type NodeDecision } from "../engine/decision.ts";
import { type EvaluateOptions, evaluateOpenly, type OpenEvaluation } from "../engine/evaluate.ts";
import { nodesSharedOf } from "../engine/facts/node/nodes-shared.ts";
import type { FactSource } from "../engine/facts/subject.ts";
import type { Phase } from "../engine/plan/phases.ts";
import { isDisruptive, type Obligation, type PolicySet } from "../engine/policy.ts";
import type { Profile } from "../profile/profile.ts";
import type { Snapshot } from "../snapshot/snapshot.ts";
import { doubtCredentials, doubtNode } from "./bound-node.ts";
import { doubtTerms } from "./bound-terms.ts";
import { type Doubt, type MovedFact, moved, type UnconfirmedFact, unconfirmed } from "./doubt.ts";
import { type Hindrance, speaksAgainst } from "./intent-denials.ts";
import { judgeAgain } from "./judge-again.ts";
import { type Claim, holderOf, ownershipOf } from "./ownership-of-node.ts";
import { type Progress, progressOf } from "./progress.ts";
import { nodeFinder } from "./seen-node.ts";
import { serial } from "./serial.ts";
import type { Warrant } from "./warrant.ts";

/** What a warrant is good for on fresh evidence. `Next` is what its phases are called. */
export type WarrantOutcome<Next extends string = Phase> =
  /** Go on with `phase`. */
  | { readonly outcome: "stands"; readonly phase: Next; readonly remaining: readonly Next[] }
  /** All is done, and the node given back. */
  | { readonly outcome: "done" }
  /** It is good, but its next phase may not be carried out now. */
  | {
      readonly outcome: "paused";
      readonly phase: Next;
      readonly remaining: readonly Next[];
      readonly unmet: readonly Hindrance[];
    }
  /** Something that it binds is another now: plan again. */
  | {
      readonly outcome: "void";
      readonly moved: readonly MovedFact[];
      readonly unconfirmed: readonly UnconfirmedFact[];
    }
  /** Of something that it binds it is not known whether it still is so: bring the evidence. */
  | { readonly outcome: "unconfirmed"; readonly unconfirmed: readonly UnconfirmedFact[] };

/** The answer to one check. JSON-able. */
export type WarrantCheck<Next extends string = Phase> = {
  readonly apiVersion: "fleetwarrant.dev/v1alpha1";
  readonly kind: "WarrantCheck";
  readonly node: string;
  readonly takenAt: string;
  readonly evaluatedAt: string;
  /** Digest of the warrant. */
  readonly warrant: string;
} & WarrantOutcome<Next>;

/**
 * Decides on fresh evidence whether a warrant still stands, and which phase of its transaction is next. Nothing that a
 * snapshot does not show is remembered: a job that was killed anywhere asks again, and goes on from there.
 *
 * The holder's own claim, cordon, config patch and boot are expected in their phases. Anything else that moved voids it.
 */
// biome-ignore lint/complexity/useMaxParams: the warrant, and what `evaluate` takes
export function checkWarrant(
  warrant: Warrant,
  fresh: Snapshot,
  policySet: PolicySet,
  profile: Profile,
  options: EvaluateOptions = {},
): WarrantCheck {
  const holder = holderOf(warrant, options.holder);
  const evaluation = evaluateOpenly(policySet, fresh, profile, {
    ...options,
    ...(holder === undefined ? {} : { holder }),
  });
  const { decision } = evaluation;
  return {
    apiVersion: "fleetwarrant.dev/v1alpha1",
    kind: "WarrantCheck",
    node: warrant.node.name,
    takenAt: decision.takenAt,
    evaluatedAt: decision.evaluatedAt,
    warrant: warrant.digest,
    ...outcomeOf(warrant, evaluation, options.holder),
  };
}

function outcomeOf(
  warrant: Warrant,
  evaluation: OpenEvaluation,
  asking: string | undefined,
): WarrantOutcome {
  const { decision, source, subjects } = evaluation;
  const seen = nodeFinder(source, subjects)(warrant.node.name);
  const node = decision.nodes.find(({ name }) => name === warrant.node.name);
  if (seen === undefined) {
    // Whether it was begun stands on the Node that is not seen.
    const terms = doubtTerms(warrant, decision, { source, isBegun: true });
    return doubtful([...terms, ...noNode(warrant, source)]) ?? done;
  }
  const { claim, doubts } = ownershipOf(seen, warrant, asking);
  const terms = doubtTerms(warrant, decision, { source, isBegun: claim === "own" });
  const hasHolder = holderOf(warrant, asking) !== undefined;
  const progress = progressOf({ seen, warrant, claim, hasHolder, fresh: node });
  const again =
    node === undefined
      ? {
          doubts: moved({ fact: "decision", bound: warrant.action.reason, now: "not judged" }),
          hindrances: [],
        }
      : judgeAgain(warrant, node, progress);
  return (
    doubtful([
      ...terms,
      ...doubts,
      ...doubtNode(seen, warrant, claim, progress),
      ...doubtCredentials(seen, warrant, progress),
      ...progress.doubts,
      ...again.doubts,
    ]) ??
    nextOf(progress, [
      ...again.hindrances,
      ...guardsOf(evaluation, warrant, { node, progress, claim }),
    ])
  );
}

const done: WarrantOutcome = { outcome: "done" };

/** Undefined where there are no doubts. */
export function doubtful(doubts: readonly Doubt[]): WarrantOutcome<never> | undefined {
  const movedFacts = doubts.flatMap((each) => (each.kind === "moved" ? [each.moved] : []));
  const open = doubts.flatMap((each) => (each.kind === "unconfirmed" ? [each.unconfirmed] : []));
  if (movedFacts.length > 0) return { outcome: "void", moved: movedFacts, unconfirmed: open };
  return open.length > 0 ? { outcome: "unconfirmed", unconfirmed: open } : undefined;
}

function noNode({ node }: Warrant, source: FactSource): readonly Doubt[] {
  const reasons = nodesSharedOf(source).unseen();
  return reasons.length > 0
    ? unconfirmed("node.name", node.name, reasons)
    : moved({ fact: "node.name", bound: node.name, now: null });
}

/** The first phase that is left, unless something holds it. */
export function nextOf<Next extends string>(
  { remaining }: { readonly remaining: readonly Next[] },
  unmet: readonly Hindrance[],
): WarrantOutcome<Next> {
  const [phase] = remaining;
  if (phase === undefined) return { outcome: "done" };
  return unmet.length > 0
    ? { outcome: "paused", phase, remaining, unmet }
    : { outcome: "stands", phase, remaining };
}

/** What waiting for the node asks no leave for. */
const unguarded: ReadonlySet<Phase> = new Set(["ready"]);

/** Guards of what is left to do, judged on the fresh evidence. */
function guardsOf(
  { decision, source, planFor }: OpenEvaluation,
  { action, node: { name } }: Warrant,
  {
    node,
    progress,
    claim,
  }: {
    readonly node: NodeDecision | undefined;
    readonly progress: Progress;
    readonly claim: Claim;
  },
): readonly Hindrance[] {
  const [phase] = progress.remaining;
  if (node === undefined || phase === undefined || unguarded.has(phase)) return [];
  const obligations = action.obligations.filter(
    (each) => !(progress.isConsumed && isDisruptive([each])) && isLeft(each, progress),
  );
  const costliest = ACTIONS.findLast((each) => obligations.some((one) => one === each)) ?? "none";
  const wanted: NodeDecision = { ...node, action: costliest, obligations };
  const nodes = decision.nodes.map((each) => (each.name === name ? wanted : each));
  const { steps } = planFor(nodes);
  // Until it is patched the disk is not what the boot will start from.
  const isToPatch = progress.remaining.includes("patch");
  const step = steps.find((each) => each.node === name);
  return [
    ...(step?.unmet ?? []).filter(({ guard }) => guard !== "ConfigOnDisk" || !isToPatch),
    ...serial(source, { name, claim, obligations, steps }),
    ...speaksAgainst(decision, obligations),
  ];
}

function isLeft(obligation: Obligation, { remaining }: Progress): boolean {
  return remaining.includes(obligation);
}
