import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex, utf8ToBytes } from "@noble/hashes/utils.js";
import type { JsonValue } from "../input/json-value.ts";
import { canonicalJson } from "./canonical-json.ts";

/**
 * SHA-256 over the canonical JSON of a value, as `sha256/v1:<hex>`. The prefix names the recipe: digests of
 * different recipes cannot be compared.
 */
export function digestOf(value: JsonValue): string {
  return `sha256/v1:${bytesToHex(sha256(utf8ToBytes(canonicalJson(value))))}`;
}
