import type { MachineConfigRecord } from "../../../../snapshot/snapshot.ts";
import type { Fact, UnknownReason } from "../../fact.ts";
import { eachOnce, type Known, unknownFor } from "../../known.ts";
import type { NodeSubject } from "../../subject.ts";
import { untold } from "../config-at-boot.ts";
import { missingFromTalos, restOfConfig, talosRecordOf } from "../talos-record.ts";
import { diffConfigs } from "./config-diff.ts";
import { judgedElsewhere } from "./node-changes.ts";
import { changeText } from "./placed-change.ts";
import { isRenderedCollected, renderedConfigOf, restOfRendered } from "./rendered-config.ts";

/**
 * What the next boot would bring in that is neither active nor rendered: places in which the config on the node's disk
 * differs from both, as after a config that was staged or is being tried. Logins of the credentials and proofs are left
 * out, as these are judged by themselves. Empty as well for a Talos that cannot tell its disk (before 1.10).
 */
export function diskChangesOf(
  subject: NodeSubject,
  talosVersion: Fact<string>,
): Known<readonly string[]> {
  if (untold(talosVersion).length > 0) return nothing;
  const { active, persistent } = talosRecordOf(subject)?.machineConfig ?? {};
  if (active === undefined || persistent === undefined) {
    const which = active === undefined ? "active" : "persistent";
    return unknownFor(
      missingFromTalos(subject, `${which} machine config not read`, "machineconfig"),
    );
  }
  const rest = restOfConfig(subject).filter(({ code }) => code !== "Withheld");
  if (rest.length > 0) return unknownFor(rest);
  const leftOut = subject.source.once(judgedElsewhere);
  const rendered = judgedRendering(subject);
  if (rendered !== undefined && isSame(diffConfigs({ active: persistent, rendered }, leftOut)))
    return nothing;
  const { certain, open } = diffConfigs({ active, rendered: persistent }, leftOut);
  if (certain.length > 0) return { state: "value", value: certain.map(changeText) };
  return open.length === 0 ? nothing : unknownFor(eachOnce(open.map(reasonOf)));
}

/** What Git renders, where policies judge what that takes: the profile collects it, and all of it was read. */
function judgedRendering(subject: NodeSubject): MachineConfigRecord | undefined {
  return isRenderedCollected(subject) && restOfRendered(subject).length === 0
    ? renderedConfigOf(subject)
    : undefined;
}

const nothing: Known<readonly string[]> = { state: "value", value: [] };

function isSame({ certain, open }: ReturnType<typeof diffConfigs>): boolean {
  return certain.length + open.length === 0;
}

function reasonOf({ reason }: { readonly reason: UnknownReason }): UnknownReason {
  return reason;
}
