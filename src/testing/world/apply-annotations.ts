import { isSameRun, type Marker, type WorldNode } from "./world-node.ts";

/**
 * What Talos does with a Node's annotations within seconds of a change (controllers/k8s/node_apply.go): it
 * writes what is configured and missing, or configured and its own; leaves what somebody else wrote; and deletes
 * what it owns and the config has no more. One credential's annotations go together here.
 */
export function applyAnnotations(node: WorldNode): WorldNode {
  if (node.isApplyFailing) return node;
  const { markers } = node.active;
  const shown: Record<string, Marker> = { ...node.shown };
  const owned = new Set(node.owned);
  for (const [name, marker] of Object.entries(markers)) {
    const there = shown[name];
    if (there !== undefined && !isSame(there, marker) && !owned.has(name)) continue;
    shown[name] = marker;
    owned.add(name);
  }
  for (const name of node.owned) {
    if (Object.hasOwn(markers, name)) continue;
    delete shown[name];
    owned.delete(name);
  }
  return { ...node, shown, owned: [...owned].sort() };
}

function isSame(a: Marker, b: Marker): boolean {
  return a.revision === b.revision && a.image === b.image && isSameRun(a.run, b.run);
}
