import type { Decision, NodeDecision } from "../../engine/decision.ts";
import { evaluate } from "../../engine/evaluate.ts";
import { isDisruptive, type PolicySet } from "../../engine/policy.ts";
import type { Profile } from "../../profile/profile.ts";
import type { Snapshot } from "../../snapshot/snapshot.ts";
import type { Collected } from "../world/observe/collected.ts";
import { observeWorld } from "../world/observe/observe-world.ts";
import { profileOfWorld } from "../world/observe/profile-of-worlds.ts";
import type { World } from "../world/world.ts";

/** What a law holds to account: whatever decides from a snapshot. */
export type Judge = (snapshot: Snapshot, profile: Profile) => Decision;

/** The engine, with these policies and their default params. */
export function judgeBy(policies: PolicySet): Judge {
  return (snapshot, profile) => evaluate(policies, snapshot, profile);
}

/** A world and what of it is seen. */
export interface Seen {
  readonly world: World;
  readonly collected: Collected;
}

export function decide(judge: Judge, { world, collected }: Seen): Decision {
  return judge(observeWorld(world, collected), profileOfWorld(world, collected.named));
}

export function disrupts({ obligations }: Pick<NodeDecision, "obligations">): boolean {
  return isDisruptive(obligations);
}

export function countActions({ nodes }: Decision, count: (name: string) => void): void {
  for (const action of new Set(nodes.map((node) => node.action))) count(`some node: ${action}`);
}
