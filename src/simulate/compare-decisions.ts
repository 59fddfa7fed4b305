import type { Decision, Finding, GateDecision, Verdict } from "../engine/decision.ts";
import { INTENTS, type Intent } from "../engine/policy.ts";
import { compareNodes, type NodeChange } from "./compare-nodes.ts";

export interface VerdictChange {
  readonly intent: Intent;
  /** Absent: nothing that bears on it was judged. */
  readonly before?: Verdict;
  readonly after?: Verdict;
}

/** Where a gate stands, how, whether it moves, and how many nodes run the newest template, as far as these are judged. */
type GateOutcome = Pick<
  GateDecision,
  "state" | "reason" | "message" | "combination" | "stalled"
> & { readonly currentNodes?: number | "unknown" };

export interface GateChange {
  readonly name: string;
  readonly before?: GateOutcome;
  readonly after?: GateOutcome;
}

/** A finding without its evidence. */
export type FindingSeen = Pick<
  Finding,
  | "policy"
  | "rule"
  | "subject"
  | "name"
  | "outcome"
  | "enforcement"
  | "severity"
  | "reason"
  | "message"
>;

/** What is decided otherwise. What is not listed is as before; how much that is, is counted. */
export interface Comparison {
  readonly verdicts: readonly VerdictChange[];
  readonly nodes: readonly NodeChange[];
  readonly gates: readonly GateChange[];
  readonly findings: {
    readonly came: readonly FindingSeen[];
    readonly went: readonly FindingSeen[];
  };
  readonly unchanged: {
    readonly nodes: number;
    readonly gates: number;
    readonly findings: number;
  };
}

/** Compares two decisions of the same policies and profile. */
export function compareDecisions(before: Decision, after: Decision): Comparison {
  const nodes = compareNodes(before.nodes, after.nodes);
  const gates = compareGates(before.gates, after.gates);
  const old = new Set(before.findings.map(keyOf));
  const next = new Set(after.findings.map(keyOf));
  const came = after.findings.filter((finding) => !old.has(keyOf(finding)));
  const went = before.findings.filter((finding) => !next.has(keyOf(finding)));
  return {
    verdicts: INTENTS.filter((intent) => before.verdicts[intent] !== after.verdicts[intent]).map(
      (intent) => verdictChange(intent, before.verdicts[intent], after.verdicts[intent]),
    ),
    nodes,
    gates,
    findings: { came: came.map(seen), went: went.map(seen) },
    unchanged: {
      nodes: after.nodes.length - nodes.filter((change) => change.after !== undefined).length,
      gates: after.gates.length - gates.length,
      findings: after.findings.length - came.length,
    },
  };
}

function verdictChange(
  intent: Intent,
  before: Verdict | undefined,
  after: Verdict | undefined,
): VerdictChange {
  return {
    intent,
    ...(before === undefined ? {} : { before }),
    ...(after === undefined ? {} : { after }),
  };
}

/** Gates come from the profile, so the same stand on both sides. */
function compareGates(
  before: readonly GateDecision[],
  after: readonly GateDecision[],
): readonly GateChange[] {
  return after.flatMap((gate) => {
    const old = before.find(({ name }) => name === gate.name);
    if (old !== undefined && keyOfGate(old) === keyOfGate(gate)) return [];
    return [
      {
        name: gate.name,
        ...(old === undefined ? {} : { before: outcomeOf(old) }),
        after: outcomeOf(gate),
      },
    ];
  });
}

function outcomeOf(gate: GateDecision): GateOutcome {
  const { state, reason, message, combination, stalled, fleet } = gate;
  return {
    state,
    reason,
    message,
    ...(combination === undefined ? {} : { combination }),
    ...(stalled === undefined ? {} : { stalled }),
    ...(fleet === undefined ? {} : { currentNodes: fleet.current }),
  };
}

/** Another wording alone is no change: an age is in it. */
function keyOfGate(gate: GateDecision): string {
  const { message: _, ...rest } = outcomeOf(gate);
  return JSON.stringify(rest);
}

/** The same thing said of the same subject, in whatever words. */
function keyOf({ policy, rule, subject, name, outcome }: Finding): string {
  return JSON.stringify([policy, rule, subject, name, outcome]);
}

function seen(finding: Finding): FindingSeen {
  const { policy, rule, subject, name, outcome, enforcement, severity, reason, message } = finding;
  return { policy, rule, subject, name, outcome, enforcement, severity, reason, message };
}
