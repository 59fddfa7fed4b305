import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex, utf8ToBytes } from "@noble/hashes/utils.js";

/** 64 hex digits that stand for a digest nobody has seen: the same for the same parts, and equal to no other. */
export function madeUpDigest(parts: readonly string[]): string {
  return bytesToHex(sha256(utf8ToBytes(JSON.stringify(["simulated", ...parts]))));
}

/** A made-up identity in the form of a UUID: of a new object, a new machine or a new boot. */
export function madeUpId(parts: readonly string[]): string {
  const hex = madeUpDigest(parts);
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    hex.slice(12, 16),
    hex.slice(16, 20),
    hex.slice(20, 32),
  ].join("-");
}
