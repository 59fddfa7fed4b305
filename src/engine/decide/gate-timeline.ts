import { formatTimestamp, Timestamp } from "../../time/time.ts";
import { createFactReader } from "../facts/fact-table.ts";
import { gateTable } from "../facts/fact-tables.ts";
import { gateActivatedOn } from "../facts/gate/gate-activated-on.ts";
import { SECONDS_PER_DAY } from "../facts/gate/utc-day.ts";
import type { GateSubject } from "../facts/subject.ts";
import type { GateState, Policy } from "../policy.ts";
import { evaluateFirst } from "../rules/evaluate-first.ts";
import type { Judged } from "../subjects.ts";

/** A gate whose state has not changed within this many days of its activation is not followed further. */
const TIMELINE_DAYS_MAX = 366;

/** Instants at which a gate's state changes while nothing but time passes. */
export interface GateTimeline {
  readonly warnsAt?: string;
  readonly failsAt?: string;
}

/**
 * Asks the policy itself, day by day from the activation: whatever the bounds and rules are, the
 * instants told are those at which it will say so. A gate's state moves at UTC midnights only.
 */
export function gateTimeline(policy: Policy, judged: Judged<GateSubject>): GateTimeline {
  const activatedOn = judged.reader.read(gateActivatedOn);
  if (activatedOn.state !== "value") return {};
  const instants = new Map<GateState, string>();
  for (let day = 0; day <= TIMELINE_DAYS_MAX && !instants.has("expired"); day += 1) {
    const instant = new Timestamp(activatedOn.value.seconds + day * SECONDS_PER_DAY, 0);
    const state = stateAt(policy, judged.subject, instant);
    if (state === "inactive" || state === undefined) return {};
    if (!instants.has(state)) instants.set(state, formatTimestamp(instant));
  }
  const warnsAt = instants.get("expiring");
  const failsAt = instants.get("expired");
  return {
    ...(warnsAt === undefined ? {} : { warnsAt }),
    ...(failsAt === undefined ? {} : { failsAt }),
  };
}

function stateAt(
  policy: Policy,
  subject: GateSubject,
  evaluatedAt: Timestamp,
): GateState | undefined {
  const then = { ...subject, source: { ...subject.source, evaluatedAt } };
  const { decided } = evaluateFirst(policy, createFactReader(gateTable, then));
  return decided?.outcome?.state;
}
