import { type JsonValue, member } from "../../input/json-value.ts";
import type { ProfileCredential } from "../../profile/profile.ts";
import { canonicalHost } from "../registry-host.ts";
import type { KeyedFingerprint } from "../snapshot.ts";
import { itemsAt, wordAt } from "./json-access.ts";

/** What is declared now, as far as it was read. */
export interface DeclaredNow {
  readonly revision: string | undefined;
  readonly fingerprint: KeyedFingerprint | undefined;
}

/** @param record - What a snapshot holds about the credential. */
export function declaredNow(
  { host }: ProfileCredential,
  record: JsonValue | undefined,
): DeclaredNow {
  const declared = member(record, "declared");
  const canonical = canonicalHost(host) ?? host;
  const fingerprints = itemsAt(declared, "entries")
    .filter((entry) => wordAt(entry, "host") === canonical)
    .map((entry) => fingerprintAt(member(entry, "fingerprint")));
  return {
    revision: wordAt(declared, "revision"),
    fingerprint: fingerprints.length === 1 ? fingerprints[0] : undefined,
  };
}

function fingerprintAt(value: JsonValue | undefined): KeyedFingerprint | undefined {
  const [alg, keyId, digest] = ["alg", "keyId", "value"].map((key) => wordAt(value, key));
  if (alg === undefined || keyId === undefined || digest === undefined) return undefined;
  return { alg, keyId, value: digest };
}
