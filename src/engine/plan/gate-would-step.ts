import type { UnmetGuard } from "../decision.ts";
import { fleetStrategy } from "../facts/fleet/fleet-strategy.ts";
import { podStateOn } from "../facts/fleet/fleet-view.ts";
import { viewOf } from "../facts/fleet/view-of.ts";
import { gateDeclared } from "../facts/gate/gate-declared.ts";
import type { GatedFleetSubject } from "../facts/subject.ts";
import type { Judged } from "../subjects.ts";

/**
 * A Talos reboot ends a node's DaemonSet pods, and the controller re-creates them from the newest
 * template, OnDelete or not (siderolabs/talos#9870). While a held DaemonSet is stale on a node,
 * rebooting that node is a rollout step that nobody approved.
 */
export function gateWouldStep(
  node: string,
  { subject, reader }: Judged<GatedFleetSubject>,
): readonly UnmetGuard[] {
  const held = heldness(reader.read(gateDeclared), reader.read(fleetStrategy));
  if (held === "no") return [];
  const { state } = podStateOn(viewOf(subject), node);
  const { name } = subject.gate;
  if (state === "unknown" || (state === "stale" && held === "unknown")) {
    return [
      {
        guard: "GateWouldStep",
        because: "unknown",
        message: `not known whether a reboot would step ${name} here`,
        meets: `the pods of ${namespacedName(subject)} and its revisions, listed whole`,
      },
    ];
  }
  if (state !== "stale") return [];
  return [
    {
      guard: "GateWouldStep",
      because: "seen",
      message: `the gate ${name} is held and its pod here is stale: a reboot would step it, unapproved`,
      meets: `the gate released, or the pod of ${namespacedName(subject)} on this node stepped by someone who may`,
    },
  ];
}

function namespacedName({ daemonSet }: GatedFleetSubject): string {
  return `${daemonSet.namespace}/${daemonSet.name}`;
}

type Declared = ReturnType<typeof gateDeclared.derive>;
type Strategy = ReturnType<typeof fleetStrategy.derive>;

/** Held by a declaration, or by a live OnDelete whatever Git says. */
function heldness(declared: Declared, strategy: Strategy): "yes" | "no" | "unknown" {
  const isDeclared = declared.state === "value" && declared.value;
  if (isDeclared || (strategy.state === "value" && strategy.value === "OnDelete")) return "yes";
  return declared.state === "unknown" || strategy.state === "unknown" ? "unknown" : "no";
}
