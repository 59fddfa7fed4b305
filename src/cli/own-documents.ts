import { OWN_API_VERSION } from "../input/api-version.ts";
import { isObject } from "../input/json-value.ts";
import { ownValue } from "../input/own-value.ts";
import type { SourceDocument } from "../input/source-document.ts";
import { nearest } from "../input/suggest.ts";

/**
 * Whether a document is of one of these kinds of ours, or was probably meant to be: then its schema tells where it is
 * misspelt, which says more than that it is something else.
 */
export function isMeantAs({ value }: SourceDocument, kinds: readonly string[]): boolean {
  if (!isObject(value)) return false;
  const kind = ownValue(value, "kind");
  const apiVersion = ownValue(value, "apiVersion");
  if (typeof kind !== "string") return false;
  if (apiVersion === undefined) return kinds.includes(kind);
  return (
    typeof apiVersion === "string" && isNear(apiVersion, [OWN_API_VERSION]) && isNear(kind, kinds)
  );
}

function isNear(word: string, words: readonly string[]): boolean {
  return words.includes(word) || nearest(word, words) !== undefined;
}
