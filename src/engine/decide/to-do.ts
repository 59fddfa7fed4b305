import { ACTIONS, type Action } from "../decision.ts";
import { OBLIGATIONS, type Obligation, type Outcome } from "../policy.ts";

/**
 * What is to be done with a node, as a set: a bit for each obligation, one for waiting, one for a refusal,
 * one for an error. Several policies unite theirs, so adding a policy never lowers an action.
 */
export type ToDo = number;

const WAITING = 1 << OBLIGATIONS.length;
const REFUSED = WAITING << 1;
const FAILED = REFUSED << 1;
const HELD = REFUSED | FAILED;

/** A rule that could not be evaluated: nothing may be done. */
export const failedToDo: ToDo = FAILED;

export function toDoOf(outcome: Outcome, patchFirst: boolean): ToDo {
  if (outcome.blocked !== undefined) return REFUSED;
  if (outcome.wait !== undefined) return WAITING;
  let toDo: ToDo = patchFirst ? bitOf("patch") : 0;
  for (const obligation of outcome.obligations ?? []) toDo |= bitOf(obligation);
  return toDo;
}

function bitOf(obligation: Obligation): number {
  return 1 << OBLIGATIONS.indexOf(obligation);
}

/** `A ⊔ B`: every way of one with every way of the other (docs/unknowns.md §8). */
export function joinPossible(a: ReadonlySet<ToDo>, b: ReadonlySet<ToDo>): ReadonlySet<ToDo> {
  const joined = new Set<ToDo>();
  for (const left of a) for (const right of b) joined.add(left | right);
  return joined;
}

export function isRefused(toDo: ToDo): boolean {
  return (toDo & REFUSED) !== 0;
}

export function isFailed(toDo: ToDo): boolean {
  return (toDo & FAILED) !== 0;
}

/** Nothing is done now, be it refused, awaited or in error. */
export function isHeld(toDo: ToDo): boolean {
  return (toDo & (HELD | WAITING)) !== 0;
}

/** In the order of carrying out. A reboot restarts the runtime as well, so it leaves no restart to do. */
export function obligationsOf(toDo: ToDo): readonly Obligation[] {
  const left = (toDo & bitOf("reboot")) === 0 ? toDo : toDo & ~bitOf("restart");
  return OBLIGATIONS.filter((obligation) => (left & bitOf(obligation)) !== 0);
}

/** The costliest thing to do now: nothing else is done where something is held. */
export function actionOf(toDo: ToDo): Action {
  if ((toDo & HELD) !== 0) return "blocked";
  return (toDo & WAITING) === 0 ? wantedOf(toDo) : "wait";
}

/** The costliest obligation, were the node not held. */
export function wantedOf(toDo: ToDo): Action {
  const wanted: readonly string[] = obligationsOf(toDo);
  return ACTIONS.findLast((action) => wanted.includes(action)) ?? "none";
}

/** Whether it restarts a container runtime or a node. */
export function isDisruptive(toDo: ToDo): boolean {
  return (toDo & (bitOf("reboot") | bitOf("restart"))) !== 0;
}
