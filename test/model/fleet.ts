import { annotationOf, isNodeListWhole, nodesOf, type Seen } from "./cluster.ts";
import { EITHER, type Possible } from "./possible.ts";

// node-decision.md, rows 1 and 2: what holds the whole fleet. unknowns.md §8: a node that was not listed may do so.

/** Row 1. */
export function isInventoryValid(seen: Seen): Possible<boolean> {
  const nodes = nodesOf(seen).map(({ metadata, status }) => {
    const { addresses = [] } = (status ?? {}) as {
      addresses?: readonly { readonly type: string; readonly address: string }[];
    };
    const internal = addresses.filter(({ type }) => type === "InternalIP");
    return { name: metadata.name, uid: metadata.uid ?? "", internal };
  });
  const isUnique = (texts: readonly string[]): boolean => new Set(texts).size === texts.length;
  const isValid =
    nodes.every(({ name, uid, internal }) => name !== "" && uid !== "" && internal.length === 1) &&
    isUnique(nodes.map(({ name }) => name)) &&
    isUnique(nodes.map(({ uid }) => uid)) &&
    isUnique(nodes.flatMap(({ internal }) => internal.map(({ address }) => address)));
  if (!isValid) return [false];
  return isNodeListWhole(seen) ? [nodes.length > 0] : EITHER;
}

/** Row 2: an owner or a recovery record, of whoever is asked for nobody in particular. A phase alone is no fence. */
export function isAnyHeld(seen: Seen): Possible<boolean> {
  const { owner, recovery } = seen.profile.spec.nodes?.ownership ?? {};
  const isHeld = nodesOf(seen).some((node) =>
    [owner, recovery].some((key) => (annotationOf(node, key) ?? "") !== ""),
  );
  if (isHeld) return [true];
  return isNodeListWhole(seen) || owner === undefined ? [false] : EITHER;
}
