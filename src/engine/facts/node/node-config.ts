import type { FactDeclaration } from "../fact.ts";
import { enumFact } from "../fact-type.ts";
import { everyReason } from "../gaps.ts";
import type { NodeCredentialSubject } from "../subject.ts";
import {
  CONFIG_STATES,
  type ConfigState,
  configNotRead,
  judgeConfig,
} from "./config-against-declared.ts";

export const nodeConfig: FactDeclaration<NodeCredentialSubject, ConfigState> = {
  name: "config",
  type: enumFact("ConfigState", CONFIG_STATES),
  mayBeAbsent: false,
  reasons: everyReason,
  reads: [
    "/talos/<node>/machineConfig/active/documents/*/registryAuth",
    "/credentials/<name>/declared/entries",
  ],
  doc: "What the node's active machine config holds for the registry host, against what Git declares. It is intent: what the runtime loaded may be another.",
  derive: (subject, _read, note) =>
    judgeConfig(subject, "active", { note, unread: () => configNotRead(subject, "active") }),
};
