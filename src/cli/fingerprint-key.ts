import { randomBytes } from "node:crypto";
import type { Parsed } from "../input/problem.ts";
import { type FingerprintKey, keyedDigest } from "../snapshot/fingerprint.ts";
import { type FileReader, underFlag } from "./file-reader.ts";

/** Fewer bytes could be guessed, and with them every credential that was fingerprinted. */
const KEY_BYTES_MIN = 32;
const KEY_ID_LENGTH = 8;

/** The key of a file. Its name is drawn from it, so that equal keys have equal names. */
export function readFingerprintKey(path: string, reader: FileReader): Parsed<FingerprintKey> {
  const read = reader.readBytes(path);
  if (!read.ok) return { ok: false, problems: underFlag(read.problems, "--fingerprint-key") };
  if (read.value.length >= KEY_BYTES_MIN) return { ok: true, value: keyOf(read.value) };
  return {
    ok: false,
    problems: [
      {
        code: "USAGE_INVALID",
        message: `the fingerprint key has only ${read.value.length} bytes`,
        position: undefined,
        expected: `at least ${KEY_BYTES_MIN} random bytes`,
        help: `head -c ${KEY_BYTES_MIN} /dev/urandom > FILE`,
      },
    ],
  };
}

export function randomFingerprintKey(): FingerprintKey {
  return keyOf(randomBytes(KEY_BYTES_MIN));
}

function keyOf(bytes: Uint8Array): FingerprintKey {
  const digest = keyedDigest({ id: "", bytes }, "key-id", []);
  return { id: `k-${digest.slice(0, KEY_ID_LENGTH)}`, bytes };
}
