import type { WorldEvent } from "./world-event.ts";

/** The phases of one node's transaction, in order; a job may die after any of them. */
export const TRANSACTION_PHASES = [
  "claim",
  "patch",
  "drain",
  "reboot",
  "ready",
  "verify",
  "reassert",
  "release",
] as const;

/**
 * What a transaction does to one node until it dies, before the phase at `endsBefore` (8: it ends well). A dead
 * one leaves owner, phase and cordon behind.
 */
export function transaction(
  node: number,
  owner: string,
  endsBefore: number = TRANSACTION_PHASES.length,
): readonly WorldEvent[] {
  return TRANSACTION_PHASES.slice(0, endsBefore).flatMap((phase) => eventsOf(phase, node, owner));
}

function eventsOf(
  phase: (typeof TRANSACTION_PHASES)[number],
  node: number,
  owner: string,
): readonly WorldEvent[] {
  switch (phase) {
    case "claim":
      return [holding(node, owner, "claimed"), { family: "node", event: { type: "cordon", node } }];
    case "patch":
      return [
        holding(node, owner, "mutating"),
        { family: "node", event: { type: "patch", node, mode: "noReboot" } },
      ];
    case "drain":
      // Moving pods away changes nothing that a world knows of.
      return [{ family: "cluster", event: { type: "wait" } }];
    case "reboot":
      return [
        { family: "node", event: { type: "reboot", node } },
        { family: "node", event: { type: "notReady", node } },
      ];
    case "ready":
      return [{ family: "node", event: { type: "ready", node } }];
    case "verify":
      return [0, 1].map((credential) => pullUncached(node, credential));
    case "reassert":
      return [0, 1].map((credential) => ({
        family: "marker",
        event: { type: "prove", node, credential },
      }));
    case "release":
      return [
        { family: "ownership", event: { type: "release", node } },
        { family: "node", event: { type: "uncordon", node } },
      ];
  }
}

function holding(node: number, owner: string, phase: "claimed" | "mutating"): WorldEvent {
  const hold = { owner, phase, recovery: undefined };
  return { family: "ownership", event: { type: "hold", node, hold } };
}

/** As pods pull, of an image that was taken off the node before. */
export function pullUncached(node: number, credential: number): WorldEvent {
  const pull = { node, credential, through: "kubelet", isUncached: true, isBroken: false } as const;
  return { family: "pull", event: { type: "pull", ...pull } };
}
