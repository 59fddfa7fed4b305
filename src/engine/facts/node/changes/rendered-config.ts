import type { MachineConfigRecord } from "../../../../snapshot/snapshot.ts";
import type { UnknownReason } from "../../fact.ts";
import { gapsOf, missingReasons } from "../../gaps.ts";
import type { NodeSubject } from "../../subject.ts";

/** The profile says that rendered configs are given, so one that is not there is unknown and not merely not applicable. */
export function isRenderedCollected({ source }: NodeSubject): boolean {
  return source.profile.spec.nodes?.rendered === true;
}

/** The machine config that Git renders for the node, if it was given. */
export function renderedConfigOf({ source, node }: NodeSubject): MachineConfigRecord | undefined {
  const configs = source.snapshot.rendered?.machineConfigs;
  const { name } = node.metadata;
  return configs !== undefined && Object.hasOwn(configs, name) ? configs[name] : undefined;
}

/** Why something of it is not there. */
export function missingRendered(
  { source, node }: NodeSubject,
  detail: string,
): readonly UnknownReason[] {
  const { name } = node.metadata;
  return missingReasons(gapsOf(source).on("rendered", name), {
    detail,
    cure: `-f FILE with the machine config that Git renders for ${name}`,
  });
}

/** Why there may be more in the rendered config than was read; empty: it was read whole. */
export function restOfRendered(subject: NodeSubject): readonly UnknownReason[] {
  const gaps = gapsOf(subject.source).on("rendered", subject.node.metadata.name);
  return gaps.length === 0
    ? []
    : missingRendered(subject, "rendered machine config not read whole");
}
