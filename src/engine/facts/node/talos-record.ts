import type { MachineConfigRecord, TalosNodeRecord } from "../../../snapshot/snapshot.ts";
import { missingReasons } from "../credential/missing-part.ts";
import type { UnknownReason } from "../fact.ts";
import type { NodeCredentialSubject } from "../subject.ts";
import { sharedOf } from "./node-credential-shared.ts";

/** What Talos said about the node, if anything. */
export function talosRecordOf({
  source,
  node,
}: NodeCredentialSubject): TalosNodeRecord | undefined {
  const { talos } = source.snapshot;
  const { name } = node.metadata;
  return talos !== undefined && Object.hasOwn(talos, name) ? talos[name] : undefined;
}

export function activeConfigOf(subject: NodeCredentialSubject): MachineConfigRecord | undefined {
  return talosRecordOf(subject)?.machineConfig?.active;
}

/** The profile says that Talos is asked, so what it did not say is unknown and not merely not applicable. */
export function isTalosCollected({ source }: NodeCredentialSubject): boolean {
  return source.profile.spec.nodes?.talosCollected === true;
}

/** Why something that Talos should have said is not there. `get` is what talosctl has to get. */
export function missingFromTalos(
  { source, node }: NodeCredentialSubject,
  detail: string,
  get: string,
): readonly UnknownReason[] {
  const { name } = node.metadata;
  const cure = `talosctl -n ${name} get ${get} -o yaml`;
  return missingReasons(sharedOf(source).gapsOf("talos", name), detail, cure);
}
