import { ACTIONS, type Action, type NodeDecision } from "../engine/decision.ts";
import type { Obligation } from "../engine/policy.ts";
import { compareText } from "../input/compare-text.ts";

/** What a node's decision comes to. */
export interface NodeOutcome {
  readonly action: Action;
  readonly obligations: readonly Obligation[];
  readonly blocked?: NodeDecision["blocked"];
  readonly reason: string;
  readonly message: string;
}

/** A node that is decided otherwise, or that is there on one side only. */
export interface NodeChange {
  readonly name: string;
  readonly role: NodeDecision["role"];
  readonly before?: NodeOutcome;
  readonly after?: NodeOutcome;
}

/**
 * The nodes of which another thing is decided: action, obligations, hold or reason; another wording alone is no change. The costliest action
 * afterwards comes first, then the greatest step up to it; then workers, and names bytewise.
 */
export function compareNodes(
  before: readonly NodeDecision[],
  after: readonly NodeDecision[],
): readonly NodeChange[] {
  const old = new Map(before.map((node) => [node.name, node]));
  const next = new Map(after.map((node) => [node.name, node]));
  return [...new Set([...old.keys(), ...next.keys()])]
    .flatMap((name) => changeOf(old.get(name), next.get(name)) ?? [])
    .sort(
      (a, b) =>
        costOf(b.after) - costOf(a.after) ||
        costOf(a.before) - costOf(b.before) ||
        Number(a.role === "control-plane") - Number(b.role === "control-plane") ||
        compareText(a.name, b.name),
    );
}

function changeOf(
  before: NodeDecision | undefined,
  after: NodeDecision | undefined,
): NodeChange | undefined {
  const shown = after ?? before;
  if (shown === undefined || (before && after && keyOf(before) === keyOf(after))) return undefined;
  const { name, role } = shown;
  return {
    name,
    role,
    ...(before === undefined ? {} : { before: outcomeOf(before) }),
    ...(after === undefined ? {} : { after: outcomeOf(after) }),
  };
}

/** Another machine under the name counts as the same node: it is what has to be acted on. */
function keyOf({ action, obligations, blocked, reason, role }: NodeDecision): string {
  return JSON.stringify([action, obligations, blocked, reason, role]);
}

function outcomeOf({ action, obligations, blocked, reason, message }: NodeDecision): NodeOutcome {
  return {
    action,
    obligations,
    ...(blocked === undefined ? {} : { blocked }),
    reason,
    message,
  };
}

/** A node that is not there costs less than one that is left alone. */
function costOf(outcome: NodeOutcome | undefined): number {
  return outcome === undefined ? -1 : ACTIONS.indexOf(outcome.action);
}
