import type { CredentialEntryRecord } from "../../../snapshot/snapshot.ts";
import { hex64 } from "../hex64.ts";

/** A docker config's entry for a host, with the fingerprint that its login has under the world's one key. */
export function entryOf(host: string, login: string): CredentialEntryRecord {
  return {
    host,
    kind: "basic",
    consistent: true,
    fingerprint: {
      alg: "hmac-sha256/v1",
      keyId: "world",
      value: hex64(`login ${login} for ${host}`),
    },
  };
}
