import type { MachineConfigRecord, TalosNodeRecord } from "../../../snapshot/snapshot.ts";
import type { UnknownReason } from "../fact.ts";
import { gapsOf, missingReasons } from "../gaps.ts";
import type { NodeSubject } from "../subject.ts";

/** What Talos said about the node, if anything. */
export function talosRecordOf({ source, node }: NodeSubject): TalosNodeRecord | undefined {
  const { talos } = source.snapshot;
  const { name } = node.metadata;
  return talos !== undefined && Object.hasOwn(talos, name) ? talos[name] : undefined;
}

export function activeConfigOf(subject: NodeSubject): MachineConfigRecord | undefined {
  return talosRecordOf(subject)?.machineConfig?.active;
}

/** The profile says that Talos is asked, so what it did not say is unknown and not merely not applicable. */
export function isTalosCollected({ source }: NodeSubject): boolean {
  return source.profile.spec.nodes?.talosCollected === true;
}

/** Why something that Talos should have said is not there. `get` is what talosctl has to get. */
export function missingFromTalos(
  { source, node }: NodeSubject,
  detail: string,
  get: string,
): readonly UnknownReason[] {
  const { name } = node.metadata;
  const cure = `talosctl -n ${name} get ${get} -o yaml`;
  return missingReasons(gapsOf(source).on("talos", name), { detail, cure });
}

/**
 * Why a time that Talos keeps is not there. What is withheld from a snapshot are logins, never times, so such a
 * gap is no reason here.
 */
export function timeNotRead(
  { source, node }: NodeSubject,
  detail: string,
  get: string,
): readonly UnknownReason[] {
  const { name } = node.metadata;
  const gaps = gapsOf(source).on("talos", name);
  const cure = `talosctl -n ${name} get ${get} -o yaml`;
  return missingReasons(
    gaps.filter(({ reason }) => reason !== "Withheld"),
    { detail, cure },
  );
}

/** Why it is not known when the runtime started. */
export function startNotRead(subject: NodeSubject): readonly UnknownReason[] {
  return timeNotRead(subject, "runtime start not read", "services cri");
}

/** Why there may be more in the active machine config than was read; empty: it was read whole. */
export function restOfConfig(subject: NodeSubject): readonly UnknownReason[] {
  const gaps = gapsOf(subject.source).on("talos", subject.node.metadata.name);
  return gaps.length === 0
    ? []
    : missingFromTalos(subject, "active machine config not read whole", "machineconfig");
}

/** The same for its annotations: what is withheld of a config are logins, so such a gap hides none. */
export function restOfAnnotations(subject: NodeSubject): readonly UnknownReason[] {
  return restOfConfig(subject).filter(({ code }) => code !== "Withheld");
}
