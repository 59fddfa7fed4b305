import type { Profile } from "../../../profile/profile.ts";
import type { IndexedObject } from "../../../snapshot/object-index.ts";
import { annotationOf } from "./node-object.ts";

/** A Node that a transaction holds. */
export interface Holding {
  readonly key: string;
  readonly annotation: string;
  readonly value: string;
  /** `node: holder (phase)`. */
  readonly text: string;
}

type OwnershipKeys = NonNullable<NonNullable<Profile["spec"]["nodes"]>["ownership"]>;

/**
 * Nodes with an owner or a recovery record; a lone phase is what a normal release leaves behind.
 *
 * @param asking - Who asks: Nodes that it holds itself are left out, their recovery records with them.
 */
export function findHoldings(
  nodes: readonly IndexedObject[],
  keys: OwnershipKeys | undefined,
  asking: string | undefined,
): readonly Holding[] {
  if (keys === undefined) return [];
  return nodes.flatMap((node) =>
    asking !== undefined && annotationOf(node.object, keys.owner) === asking
      ? []
      : (holdingOf(node, keys) ?? []),
  );
}

function holdingOf(
  { key, object }: IndexedObject,
  { owner, recovery, phase }: OwnershipKeys,
): Holding | undefined {
  const { name } = object.metadata;
  const holder = annotationOf(object, owner) ?? "";
  const record = recovery === undefined ? "" : (annotationOf(object, recovery) ?? "");
  if (holder === "" && record === "") return undefined;
  const reached = phase === undefined ? undefined : annotationOf(object, phase);
  const suffix = reached === undefined || reached === "" ? "" : ` (${reached})`;
  return holder === ""
    ? {
        key,
        annotation: recovery ?? owner,
        value: "present",
        text: `${name}: a recovery record without owner${suffix}`,
      }
    : { key, annotation: owner, value: holder, text: `${name}: ${holder}${suffix}` };
}
