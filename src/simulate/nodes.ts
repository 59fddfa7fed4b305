import { didYouMean } from "../input/suggest.ts";
import { type ClusterObject, objectKey, type Snapshot } from "../snapshot/snapshot.ts";
import type { EventContext, Refusal } from "./event.ts";

/** A Node of the snapshot. */
export interface SeenNode {
  readonly key: string;
  readonly name: string;
  readonly node: ClusterObject;
}

export function nodeKeyOf(name: string): string {
  return objectKey("v1", "Node", undefined, name);
}

/** Every Node, in the order of the snapshot. */
export function seenNodes({ objects }: Snapshot): readonly SeenNode[] {
  return Object.entries(objects).flatMap(([key, node]) =>
    node.apiVersion === "v1" && node.kind === "Node"
      ? [{ key, name: node.metadata.name, node }]
      : [],
  );
}

export function findNode({ snapshot }: EventContext, name: string): SeenNode | Refusal {
  const nodes = seenNodes(snapshot);
  const found = nodes.find((each) => each.name === name);
  if (found !== undefined) return found;
  const names = nodes.map((each) => each.name);
  return { refused: `there is no node \`${name}\``, help: didYouMean(name, names) };
}

/** A name that a Node may have: a DNS label or several, as the API server asks for. */
export function isNodeName(text: string): boolean {
  return /^[a-z0-9]([-a-z0-9.]{0,251}[a-z0-9])?$/.test(text);
}
