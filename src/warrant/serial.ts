import type { PlanStep } from "../engine/decision.ts";
import { holdsOf } from "../engine/facts/node/holds.ts";
import type { FactSource } from "../engine/facts/subject.ts";
import { isDisruptive, type Obligation } from "../engine/policy.ts";
import type { Hindrance } from "./intent-denials.ts";
import type { Claim } from "./ownership-of-node.ts";

/** What tells whether a node's turn has come. */
export interface Turn {
  readonly name: string;
  readonly claim: Claim;
  /** What is left of the step. */
  readonly obligations: readonly Obligation[];
  /** The plan as of now, in order. */
  readonly steps: readonly PlanStep[];
}

/**
 * One node at a time. While the caller has another one, only a node that it has too and that is not to go down any more
 * is carried on. What goes down waits for the steps before it as well; once it is claimed its turn has come.
 */
export function serial(source: FactSource, turn: Turn): readonly Hindrance[] {
  const { name, claim, obligations, steps } = turn;
  const disrupts = isDisruptive(obligations);
  const [held] = claim === "own" && !disrupts ? [] : heldBesides(name, source);
  if (held !== undefined) {
    const message = `the caller is still at node ${held}: one node at a time`;
    return [
      {
        guard: "Serial",
        because: "seen",
        message,
        meets: `carry on with ${held}, or give it back`,
      },
    ];
  }
  const place = steps.findIndex(({ node }) => node === name);
  const before = steps[0];
  if (!disrupts || claim === "own" || place < 1 || before === undefined) return [];
  const message = `the step of node ${before.node} comes before`;
  return [
    { guard: "Serial", because: "seen", message, meets: `carry out the step of ${before.node}` },
  ];
}

function heldBesides(name: string, source: FactSource): readonly string[] {
  const { holder } = source;
  if (holder === undefined || holder === "") return [];
  return [...holdsOf(source).values()]
    .filter(({ owner, record }) => owner === holder || record?.owner === holder)
    .map(({ node }) => node.metadata.name)
    .filter((each) => each !== name);
}
