import type { Known } from "../engine/facts/known.ts";
import { isDisruptive } from "../engine/policy.ts";
import { compareSeen, type Doubt, unconfirmed } from "./doubt.ts";
import { isRuntimeRestarted } from "./phase-proofs.ts";
import { bootOf, type SeenNode } from "./seen-node.ts";
import type { Warrant } from "./warrant.ts";

/** Which runs have ended since a warrant was issued. */
export interface Runs {
  /** That of what the step is to take down last: the node's if it reboots, else the runtime's if it restarts. */
  readonly consumed: Known<boolean>;
  /** The runtime's. One that Talos restarts by itself ends with the patch, though a reboot is still to come. */
  readonly replaced: Known<boolean>;
}

export function runsOf(seen: SeenNode, warrant: Warrant): Runs {
  const rebooted = isRebooted(seen, warrant);
  if (rebooted.state === "unknown") return { consumed: rebooted, replaced: rebooted };
  const { action, node } = warrant;
  if (rebooted.value || node.runtimeStartedAt === undefined)
    return { consumed: rebooted, replaced: rebooted };
  const restarted = isRuntimeRestarted(seen, node);
  if (action.obligations.includes("restart")) {
    const isLast = !action.obligations.includes("reboot");
    return { consumed: isLast ? restarted : rebooted, replaced: restarted };
  }
  // Nobody waits for it: what is not known of it is not missed.
  return { consumed: rebooted, replaced: restarted.state === "value" ? restarted : rebooted };
}

function isRebooted(seen: SeenNode, { node, action }: Warrant): Known<boolean> {
  const boot = bootOf(seen).value;
  if (boot.state === "unknown") return boot;
  const value = action.obligations.includes("reboot") && boot.value !== node.bootId;
  return { state: "value", value };
}

/** Of a warrant that takes nothing down another boot is none of its own. */
export function doubtRuns(
  seen: SeenNode,
  { node: { bootId, runtimeStartedAt }, action }: Warrant,
  { consumed, replaced }: Runs,
): readonly Doubt[] {
  const boot = bootOf(seen);
  if (boot.value.state === "unknown") return unconfirmed("node.bootId", bootId, boot.value.reasons);
  const open = consumed.state === "unknown" ? consumed : replaced;
  if (open.state === "unknown")
    return unconfirmed("node.runtimeStartedAt", runtimeStartedAt ?? null, open.reasons);
  return isDisruptive(action.obligations) ? [] : compareSeen(bootId, boot);
}
