import { formatPointer } from "../../input/json-pointer.ts";
import { isList, isObject, type JsonValue } from "../../input/json-value.ts";
import type { SourceDocument, ValuePath } from "../../input/source-document.ts";

/** JSON Pointers to all values that SOPS encrypted in some documents, but for its own. */
export function encryptedPaths(documents: readonly SourceDocument[]): ReadonlySet<string> {
  const pointers = new Set<string>();
  for (const { value } of documents) {
    collect(value, [], (path) => {
      if (path[0] !== "sops") pointers.add(formatPointer(path));
    });
  }
  return pointers;
}

function collect(value: JsonValue, path: ValuePath, add: (path: ValuePath) => void): void {
  if (typeof value === "string" && value.startsWith("ENC[")) add(path);
  if (!isObject(value) && !isList(value)) return;
  for (const [key, inner] of Object.entries(value)) collect(inner, [...path, key], add);
}
