import { hmac } from "@noble/hashes/hmac.js";
import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex, concatBytes, utf8ToBytes } from "@noble/hashes/utils.js";
import type { KeyedFingerprint } from "./snapshot.ts";

/** Secret bytes under which secrets are fingerprinted, and the public name by which they are told apart. */
export interface FingerprintKey {
  readonly id: string;
  readonly bytes: Uint8Array;
}

/** A credential in the clear. It lives in memory only, between reading a file and fingerprinting it. */
export interface PlainCredential {
  readonly host: string;
  readonly kind: "basic" | "identityToken" | "registryToken";
  readonly user: string;
  readonly secret: string;
}

/**
 * HMAC-SHA256 as hex over a label and parts, each with its length before it, so that no two different
 * lists of parts give the same message. Digests of different labels never meet.
 */
export function keyedDigest(key: FingerprintKey, label: string, parts: readonly string[]): string {
  const message = [utf8ToBytes("v1\0"), ...[label, ...parts].flatMap(withLength)];
  return bytesToHex(hmac(sha256, key.bytes, concatBytes(...message)));
}

/** The only form in which a credential may be stored. Comparable when `alg` and `keyId` are equal. */
export function fingerprintOf(key: FingerprintKey, credential: PlainCredential): KeyedFingerprint {
  const { host, kind, user, secret } = credential;
  return {
    alg: "hmac-sha256/v1",
    keyId: key.id,
    value: keyedDigest(key, "credential", [host, kind, user, secret]),
  };
}

/** The length in bytes as eight bytes, most significant first, then the UTF-8 text. */
function withLength(text: string): readonly Uint8Array[] {
  const bytes = utf8ToBytes(text);
  const length = new Uint8Array(8);
  new DataView(length.buffer).setBigUint64(0, BigInt(bytes.length));
  return [length, bytes];
}
