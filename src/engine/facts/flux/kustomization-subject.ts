import type { LiveObject } from "../live-object.ts";
import type { KustomizationSubject } from "../subject.ts";
import { findObject } from "./find-object.ts";
import { fluxGraph } from "./flux-graph.ts";
import { kustomizationId } from "./flux-kinds.ts";
import type { FluxNode } from "./flux-node.ts";
import { formatObjectId } from "./object-id.ts";
import type { Outlook } from "./outlook.ts";

export const kustomizationPath =
  "/objects/kustomize.toolkit.fluxcd.io~1v1~1Kustomization~1<namespace>~1<name>";

/** The object itself. */
export function liveKustomization({ source, namespace, name }: KustomizationSubject): LiveObject {
  return findObject(source, kustomizationId(namespace, name));
}

/** What it is in the graph, and what that comes to. */
export function readNode({ source, namespace, name }: KustomizationSubject): {
  readonly node: FluxNode;
  readonly outlook: Outlook;
} {
  const { nodes, outlooks } = fluxGraph(source);
  const id = formatObjectId(kustomizationId(namespace, name));
  const node = nodes.get(id);
  const outlook = outlooks.get(id);
  if (node === undefined || outlook === undefined)
    throw new Error(`${id} is no judged Kustomization`);
  return { node, outlook };
}
