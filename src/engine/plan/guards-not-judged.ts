import type { GuardNotJudged, PlanStep } from "../decision.ts";
import type { PlanContext } from "./plan-context.ts";

/** What lets `EtcdHealthy` be judged. */
export const ETCD_COLLECTED =
  "nodes.etcdCollected: true, with talosctl etcd status and alarm list of each control plane";

/** Guards that a step of the plan needs and that rest on what the profile does not collect: whoever acts judges them. */
export function guardsNotJudged(
  steps: readonly PlanStep[],
  { profile }: PlanContext,
): readonly GuardNotJudged[] {
  const reboots = steps.filter(({ obligations }) => obligations.includes("reboot"));
  const notJudged: GuardNotJudged[] = [];
  const takesMember = reboots.some(({ role }) => role === "control-plane");
  if (takesMember && profile.etcdCollected !== true) {
    notJudged.push({
      guard: "EtcdHealthy",
      message: "the profile does not say that etcd is asked",
      meets: ETCD_COLLECTED,
    });
  }
  if (reboots.length > 0 && profile.autoscaled === undefined) {
    notJudged.push({
      guard: "ScaleDown",
      message: "the profile does not say how an autoscaled node is told",
      meets: "nodes.autoscaled in the profile",
    });
  }
  return notJudged;
}
