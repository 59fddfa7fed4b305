import type { FactSource } from "../subject.ts";
import { isKustomization } from "./flux-kinds.ts";
import type { FluxNode } from "./flux-node.ts";
import { judgedKustomizations } from "./judged-kustomizations.ts";
import { kustomizationNode } from "./kustomization-node.ts";
import { formatObjectId, type ObjectId } from "./object-id.ts";
import { type Outlook, outlooksOf } from "./outlook.ts";
import { releaseNode } from "./release-node.ts";

/** What stands in the way of what, from the judged Kustomizations on. */
export interface FluxGraph {
  /** In the order in which they were come upon. */
  readonly nodes: ReadonlyMap<string, FluxNode>;
  /** What each comes to, with all that stands behind it. */
  readonly outlooks: ReadonlyMap<string, Outlook>;
}

/** The graph of this snapshot, made once. Work and size grow with objects and edges. */
export function fluxGraph(source: FactSource): FluxGraph {
  return source.once(createGraph);
}

function createGraph(source: FactSource): FluxGraph {
  const nodes = new Map<string, FluxNode>();
  const found: ObjectId[] = judgedKustomizations(source).map(({ id }) => id);
  // A list gives what is added while it is gone through.
  for (const object of found) {
    const id = formatObjectId(object);
    if (nodes.has(id)) continue;
    const node = isKustomization(object)
      ? kustomizationNode(source, object)
      : releaseNode(source, object);
    nodes.set(id, node);
    for (const { target } of node.blockers) if (target !== undefined) found.push(target);
  }
  return { nodes, outlooks: outlooksOf(nodes) };
}
