import type { Profile } from "../../profile/profile.ts";
import type { Decision, PlanStep } from "../decision.ts";

/** What carrying out the plan costs: it is counted, not judged. */
export function measureDisruption(
  steps: readonly PlanStep[],
  profile: Profile,
): Decision["disruption"] {
  const rebooting = steps.filter(({ obligations }) => obligations.includes("reboot"));
  const { minutesPerReboot } = profile.spec.nodes ?? {};
  return {
    reboots: rebooting.length,
    restarts: steps.filter(({ obligations }) => obligations.includes("restart")).length,
    controlPlanes: rebooting.filter(({ role }) => role === "control-plane").length,
    ...(minutesPerReboot === undefined ? {} : { minutes: rebooting.length * minutesPerReboot }),
  };
}
