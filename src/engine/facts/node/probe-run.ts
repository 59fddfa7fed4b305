import type { ProbeRecord } from "../../../snapshot/snapshot.ts";
import type { ReadFact, UnknownReason } from "../fact.ts";
import { compareInstants } from "../instant-text.ts";
import type { NodeCredentialSubject } from "../subject.ts";
import { bootIdOf, notReadOf } from "./node-object.ts";
import { restartsWithinBoot } from "./runtime-restarts.ts";
import { runtimeStartOf } from "./runtime-start.ts";
import { startNotRead } from "./talos-record.ts";

/**
 * Whether a pull was tried in the present run of the runtime, or why that is not known. Its boot id must be the
 * node's; where the runtime restarts within a boot (from Talos 1.14 on), or none was recorded, it must have been
 * tried at or after the runtime's start.
 */
export function judgeProbeRun(
  probe: ProbeRecord,
  subject: NodeCredentialSubject,
  read: ReadFact<NodeCredentialSubject>,
): boolean | readonly UnknownReason[] {
  const { bootId } = probe;
  if (bootId === undefined) return isSinceStart(probe, subject);
  const present = bootIdOf(subject.node);
  if (present === undefined) return [notReadOf(subject.node, "boot id")];
  if (present !== bootId) return false;
  const restarts = restartsWithinBoot(read);
  if (restarts.state === "value" && !restarts.value) return true;
  const since = isSinceStart(probe, subject);
  return since !== true && restarts.state === "unknown" ? restarts.reasons : since;
}

function isSinceStart(
  { at }: ProbeRecord,
  subject: NodeCredentialSubject,
): boolean | readonly UnknownReason[] {
  if (at === undefined) return [undated];
  const start = runtimeStartOf(subject);
  if (start === undefined) return startNotRead(subject);
  return (compareInstants(at, start.text) ?? -1) >= 0;
}

const undated: UnknownReason = {
  code: "NotRecorded",
  detail: "a refused pull does not say in which boot, or when, it was tried",
  cure: "record `bootId` and `at` of each pull in the Probes document",
};
