import type { WorldEvent } from "../world/events/world-event.ts";

const [node, credential] = [0, 0];

/** What may happen to one node and one credential, once in each way that decisions can tell apart. */
export const EVENTS: readonly WorldEvent[] = [
  { family: "credential", event: { type: "declare", credential, login: "bot/b" } },
  { family: "credential", event: { type: "encryptAnew", credential } },
  { family: "credential", event: { type: "revert", credential, declaration: 0 } },
  { family: "credential", event: { type: "revoke", credential, declaration: 0 } },
  { family: "node", event: { type: "patch", node, mode: "noReboot" } },
  { family: "node", event: { type: "patch", node, mode: "staged" } },
  { family: "node", event: { type: "reboot", node } },
  { family: "node", event: { type: "replace", node, declaration: 0, keepsConfig: true } },
  { family: "node", event: { type: "upgradeTalos", node, version: "v1.14.0" } },
  { family: "marker", event: { type: "prove", node, credential } },
  { family: "marker", event: { type: "foreignDelete", node, credential } },
  { family: "cluster", event: { type: "stage" } },
  {
    family: "cluster",
    event: { type: "clusterUpdate", writesConfig: true, keepsMarkers: false, reaches: "all" },
  },
  {
    family: "pull",
    event: {
      type: "pull",
      node,
      credential,
      through: "kubelet",
      isUncached: true,
      isBroken: false,
    },
  },
];
