import {
  isList,
  isObject,
  type JsonObject,
  type JsonValue,
  member,
} from "../../input/json-value.ts";
import { jsonMap } from "./json-access.ts";

const fields = ["version", "credential", "credentialRevision", "image"];
const nodeFields = ["name", "uid", "bootId"];

/**
 * A hand-off as found, cut to the fields that it is known to have. Whether it is accepted is a fact's to say, so
 * a field of the wrong type stays wrong: it becomes null.
 */
export function readHandOff(value: JsonValue): JsonObject {
  const nodes = member(value, "nodes");
  return jsonMap([
    ...fields.map((field) => [field, scalarAt(value, field)] as const),
    ["nodes", isList(nodes) ? nodes.map(readNode) : nodes === undefined ? undefined : null],
  ]);
}

function readNode(node: JsonValue): JsonValue {
  if (!isObject(node)) return null;
  return jsonMap(nodeFields.map((field) => [field, scalarAt(node, field)] as const));
}

function scalarAt(value: JsonValue, field: string): JsonValue | undefined {
  const found = member(value, field);
  return typeof found === "object" ? null : found;
}
