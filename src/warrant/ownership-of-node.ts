import { annotationOf } from "../engine/facts/node/node-object.ts";
import { formatPointer } from "../input/json-pointer.ts";
import { type Doubt, moved } from "./doubt.ts";
import type { SeenNode } from "./seen-node.ts";
import type { Warrant } from "./warrant.ts";

/** Whose the node is now. `notJudged`: the profile names no owner annotation, so a claim cannot be seen. */
export type Claim = "none" | "own" | "other" | "notJudged";

export interface Ownership {
  readonly claim: Claim;
  readonly doubts: readonly Doubt[];
}

/** Who carries the warrant out: as it says, or else as its user says. */
export function holderOf(
  { holder }: Pick<Warrant, "holder">,
  asking: string | undefined,
): string | undefined {
  return holder ?? (asking === "" ? undefined : asking);
}

/** Another owner than the holder voids a warrant; with no holder told, any owner is another. */
export function ownershipOf(
  { source, node: { subject } }: SeenNode,
  warrant: Warrant,
  asking: string | undefined,
): Ownership {
  const holder = holderOf(warrant, asking);
  const doubts: Doubt[] = [];
  if (asking !== undefined && asking !== "" && asking !== holder)
    doubts.push(...moved({ fact: "holder", bound: holder ?? null, now: asking }));
  const key = source.profile.spec.nodes?.ownership?.owner;
  if (key === undefined) return { claim: "notJudged", doubts };
  const owner = annotationOf(subject.node, key) ?? "";
  if (owner === "") return { claim: "none", doubts };
  if (owner === holder) return { claim: "own", doubts };
  const pointer = formatPointer(["objects", subject.nodeKey, "metadata", "annotations", key]);
  doubts.push(...moved({ fact: "node.owner", bound: holder ?? null, now: owner, pointer }));
  return { claim: "other", doubts };
}
