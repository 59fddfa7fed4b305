import { compareTalosVersions, parseTalosVersion } from "../../effects/talos-version.ts";
import type { Fact, FactDeclaration, UnknownReason } from "../fact.ts";
import { enumFact } from "../fact-type.ts";
import { everyReason } from "../gaps.ts";
import type { NodeCredentialSubject } from "../subject.ts";
import {
  CONFIG_STATES,
  type ConfigState,
  configNotRead,
  judgeConfig,
} from "./config-against-declared.ts";
import { nodeTalosVersion } from "./node-talos-version.ts";

export const configAtBoot: FactDeclaration<NodeCredentialSubject, ConfigState> = {
  name: "configAtBoot",
  type: enumFact("ConfigState", CONFIG_STATES),
  mayBeAbsent: false,
  reasons: everyReason,
  reads: [
    "/talos/<node>/machineConfig/persistent/documents/*/registryAuth",
    "/credentials/<name>/declared/entries",
  ],
  doc: "The same for the config on the node's disk, which its next boot starts from: ahead of the active one while a change is staged, behind it in try mode. Unknown where it was not read, and before Talos 1.10, which does not tell it.",
  derive: (subject, read, note) =>
    judgeConfig(subject, "persistent", {
      note,
      unread: () => [...untold(read(nodeTalosVersion)), ...configNotRead(subject, "persistent")],
    }),
};

/** MachineConfigs.config.talos.dev has had the id `persistent` since then. */
const TOLD_SINCE = parseTalosVersion("v1.10.0-alpha.0");

/** Why Talos could not tell the config on disk; empty: of this version it can. */
export function untold(version: Fact<string>): readonly UnknownReason[] {
  const parsed = version.state === "value" ? parseTalosVersion(version.value) : undefined;
  if (parsed === undefined || TOLD_SINCE === undefined) return [];
  return compareTalosVersions(parsed, TOLD_SINCE) < 0 ? [beforeTold] : [];
}

const beforeTold: UnknownReason = {
  code: "NotRecorded",
  detail: "Talos before 1.10 does not tell the config on a node's disk",
};
