import type { World } from "../world.ts";
import type { Hold } from "../world-node.ts";
import { atPlace } from "./at-place.ts";

/** Something that happens to what a transaction holds. */
export type OwnershipEvent =
  /** A node is held, or the phase of who holds it moves on. */
  | { readonly type: "hold"; readonly node: number; readonly hold: Hold }
  /** A normal release leaves the phase behind. */
  | { readonly type: "release"; readonly node: number }
  | { readonly type: "takeLease"; readonly holder: string }
  | { readonly type: "dropLease" }
  | { readonly type: "fence"; readonly owner: string }
  | { readonly type: "unfence" };

const LEASE_SECONDS = 120;

export function ownershipEvent(world: World, event: OwnershipEvent): World {
  switch (event.type) {
    case "hold":
      return onNode(world, event.node, () => event.hold);
    case "release":
      return onNode(world, event.node, (hold) =>
        hold?.phase === undefined
          ? undefined
          : { owner: undefined, phase: hold.phase, recovery: undefined },
      );
    case "takeLease":
      return {
        ...world,
        lease: {
          holder: event.holder,
          renewedAtSeconds: world.nowSeconds - 10,
          durationSeconds: LEASE_SECONDS,
        },
      };
    case "dropLease":
      return { ...world, lease: undefined };
    case "fence":
      return { ...world, fenceOwner: event.owner };
    case "unfence":
      return { ...world, fenceOwner: undefined };
  }
}

function onNode(
  world: World,
  place: number,
  change: (hold: Hold | undefined) => Hold | undefined,
): World {
  const nodes = atPlace(world.nodes, place, (node) => ({ ...node, hold: change(node.hold) }));
  return { ...world, nodes };
}
