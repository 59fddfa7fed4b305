import {
  isList,
  isObject,
  type JsonObject,
  type JsonValue,
  member,
} from "../../input/json-value.ts";
import { jsonMap } from "./json-access.ts";
import { isName } from "./name-text.ts";
import type { Scrubber } from "./scrub.ts";

const fields = ["version", "credential", "credentialRevision", "image"];
const nodeFields = ["name", "uid", "bootId"];

/**
 * A hand-off as found, cut to the fields that it is known to have. Whether it is accepted is a fact's to say, so
 * a field of the wrong type stays wrong: it becomes null. Text that cannot be a name, a revision or an image
 * becomes a digest, which is none of them either.
 */
export function readHandOff(value: JsonValue, scrubber: Pick<Scrubber, "digest">): JsonObject {
  const nodes = member(value, "nodes");
  const listed = isList(nodes) ? nodes.map((node) => readNode(node, scrubber)) : null;
  return jsonMap([
    ...fields.map((field) => [field, scalarAt(value, field, scrubber)] as const),
    ["nodes", nodes === undefined ? undefined : listed],
  ]);
}

function readNode(node: JsonValue, scrubber: Pick<Scrubber, "digest">): JsonValue {
  if (!isObject(node)) return null;
  return jsonMap(nodeFields.map((field) => [field, scalarAt(node, field, scrubber)] as const));
}

function scalarAt(
  value: JsonValue,
  field: string,
  { digest }: Pick<Scrubber, "digest">,
): JsonValue | undefined {
  const found = member(value, field);
  if (typeof found === "object") return null;
  return typeof found === "string" && !isName(found) ? digest(found) : found;
}
