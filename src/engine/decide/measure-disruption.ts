import type { Profile } from "../../profile/profile.ts";
import type { Decision, NodeDecision } from "../decision.ts";

/** What carrying out the decision costs: it is counted, not judged. */
export function measureDisruption(
  nodes: readonly NodeDecision[],
  profile: Profile,
): Decision["disruption"] {
  const rebooting = nodes.filter(({ obligations }) => obligations.includes("reboot"));
  const { minutesPerReboot } = profile.spec.nodes ?? {};
  return {
    reboots: rebooting.length,
    restarts: nodes.filter(({ obligations }) => obligations.includes("restart")).length,
    controlPlanes: rebooting.filter(({ role }) => role === "control-plane").length,
    ...(minutesPerReboot === undefined ? {} : { minutes: rebooting.length * minutesPerReboot }),
  };
}
