import { known, unknown } from "../fact.ts";
import type { Known } from "../known.ts";
import type { NodeSubject } from "../subject.ts";
import { annotationOf } from "./node-object.ts";

const OWNED_ANNOTATIONS = "talos.dev/owned-annotations";

/**
 * Whether Talos wrote an annotation, and so overwrites and deletes it as its config says. It keeps a JSON array of
 * such keys, as text, in an annotation of its own; without it, or while it is empty, it owns none.
 */
export function isOwnedByTalos({ node }: NodeSubject, key: string): Known<boolean> {
  const text = annotationOf(node, OWNED_ANNOTATIONS) ?? "";
  const owned = text === "" ? [] : textsIn(text);
  if (owned !== undefined) return known(owned.includes(key));
  const { name } = node.metadata;
  return unknown("Unparsable", `${OWNED_ANNOTATIONS} of node \`${name}\` is no JSON list of keys`, {
    cure: `mend that annotation, then kubectl get node ${name} -o json`,
  });
}

/** The texts of a JSON array of texts; undefined for anything else. */
function textsIn(json: string): readonly string[] | undefined {
  try {
    const value: unknown = JSON.parse(json);
    return Array.isArray(value) && value.every((item) => typeof item === "string")
      ? value
      : undefined;
  } catch {
    return undefined;
  }
}
