import { compareText } from "../../input/compare-text.ts";
import type { Decision, NodeDecision, PlanStep } from "../decision.ts";
import type { GatedFleetSubject, NodeCredentialSubject } from "../facts/subject.ts";
import type { Judged } from "../subjects.ts";
import { controlPlanePeers, controlPlanesOf } from "./control-plane-peers.ts";
import { gateWouldStep } from "./gate-would-step.ts";
import { phasesOf } from "./phases.ts";

/** What to do next, one node at a time: a step may run when those before it are done and no guard is unmet. */
export type Plan = Decision["plan"];

/** What else must hold before a node is taken down; a snapshot does not carry what they ask about yet. */
const GUARDS_NOT_JUDGED = [
  "EtcdHealthy",
  "EvictionDestinations",
  "SchedulingIntent",
  "ScaleDown",
] as const;

/**
 * Puts what the nodes' decisions ask for in order: workers before control planes, by name in code-unit
 * order. Guards are judged as of this snapshot and never change a decision.
 */
export function createPlan(
  nodes: readonly NodeDecision[],
  fleets: readonly Judged<GatedFleetSubject>[],
  subjects: readonly Judged<NodeCredentialSubject>[],
  minutesPerReboot: number | undefined,
): Plan {
  const controlPlanes = controlPlanesOf(subjects);
  const steps = nodes
    .filter(({ obligations }) => obligations.length > 0)
    .sort((a, b) => compareRoles(a, b) || compareText(a.name, b.name))
    .map(({ name, uid, role, obligations }): PlanStep => {
      const reboots = obligations.includes("reboot");
      const unmet = reboots
        ? [
            ...fleets.flatMap((fleet) => gateWouldStep(name, fleet)),
            ...controlPlanePeers(name, controlPlanes),
          ]
        : [];
      return {
        node: name,
        uid,
        role,
        obligations,
        phases: phasesOf(obligations),
        ...(reboots && minutesPerReboot !== undefined ? { minutes: minutesPerReboot } : {}),
        unmet,
      };
    });
  const disrupts = steps.some(({ obligations }) => obligations.includes("reboot"));
  return disrupts ? { steps, notJudged: GUARDS_NOT_JUDGED } : { steps };
}

function compareRoles(a: NodeDecision, b: NodeDecision): number {
  return Number(a.role === "control-plane") - Number(b.role === "control-plane");
}
