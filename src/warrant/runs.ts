import { minutesUntilTaken } from "../engine/facts/clock-skew.ts";
import type { UnknownReason } from "../engine/facts/fact.ts";
import { compareInstants } from "../engine/facts/instant-text.ts";
import { type Known, unknownFor } from "../engine/facts/known.ts";
import { talosRecordOf } from "../engine/facts/node/talos-record.ts";
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

function isRebooted(seen: SeenNode, warrant: Warrant): Known<boolean> {
  const { node, action } = warrant;
  const boot = bootOf(seen).value;
  if (boot.state === "unknown") return boot;
  const reboots = action.obligations.includes("reboot");
  if (reboots && boot.value === node.bootId && isJustStarted(seen, warrant))
    return unknownFor([bootUntold]);
  return { state: "value", value: reboots && boot.value !== node.bootId };
}

/**
 * Minutes in which a kubelet that is back may not have told the new boot id. It does so as it registers, and
 * every five minutes at the latest (`nodeStatusReportFrequency`).
 */
const BOOT_TOLD_MINUTES = 10;

/**
 * Talos says that the runtime started since the warrant was issued, and nothing in the warrant restarts it but the boot.
 * Later on it is what it looks like: a runtime that started anew under the boot that was.
 */
function isJustStarted(
  { source, node: { subject } }: SeenNode,
  { node, takenAt }: Warrant,
): boolean {
  const text = talosRecordOf(subject)?.runtimeStartedAt;
  if (text === undefined || node.runtimeStartedAt !== undefined) return false;
  if ((compareInstants(text, takenAt) ?? 0) <= 0) return false;
  const minutes = minutesUntilTaken(text, source);
  return minutes !== undefined && minutes < BOOT_TOLD_MINUTES;
}

const bootUntold: UnknownReason = {
  code: "Skewed",
  detail:
    "the runtime has just started, and the Node still tells the boot before: the kubelet of a node that is coming back may not have told it yet",
  cure: "wait for the kubelet, and read the Node again",
};

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
    return runtimeStartedAt === undefined
      ? unconfirmed("node.bootId", bootId, open.reasons)
      : unconfirmed("node.runtimeStartedAt", runtimeStartedAt, open.reasons);
  return isDisruptive(action.obligations) ? [] : compareSeen(bootId, boot);
}
