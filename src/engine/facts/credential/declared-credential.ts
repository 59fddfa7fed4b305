import type { ProfileCredential } from "../../../profile/profile.ts";
import { canonicalHost } from "../../../snapshot/registry-host.ts";
import type { CredentialRecord, KeyedFingerprint, Snapshot } from "../../../snapshot/snapshot.ts";
import { known, type UnknownReason } from "../fact.ts";
import { authFor, type HostAuth } from "./host-auth.ts";
import { type Known, unknownFor } from "./known.ts";
import { type GapsOf, missingReasons } from "./missing-part.ts";

export const DECLARED_STATES = ["valid", "missing", "invalid"] as const;
export type DeclaredState = (typeof DECLARED_STATES)[number];

/** What Git declares for one host: the D of the node decision. */
export interface DeclaredCredential {
  readonly host: string;
  readonly state: Known<DeclaredState>;
  /** Of a valid one; undefined as well where it was kept out. */
  readonly fingerprint: KeyedFingerprint | undefined;
  readonly revision: Known<string>;
  /** The instant at which this credential, not its ciphertext, was first declared. */
  readonly firstDeclaredAt: Known<string>;
}

export function readDeclaredCredential(
  snapshot: Snapshot,
  credential: ProfileCredential,
  gapsOf: GapsOf,
): DeclaredCredential {
  const declared = credentialRecord(snapshot, credential.name)?.declared;
  const host = canonicalHost(credential.host) ?? credential.host;
  const auth = declared?.entries === undefined ? undefined : authFor(host, declared.entries);
  const firstDeclaredAt = declared?.firstDeclaredAt;
  const missing = (what: string, cure: string): Known<never> =>
    unknownFor(missingReasons(gapsOf("credentials", credential.name), what, cure));
  return {
    host,
    state:
      auth === undefined
        ? missing(
            `the decrypted credential \`${credential.name}\` not read`,
            "--declared-credential FILE or the decrypted Secret",
          )
        : stateOf(auth),
    fingerprint: auth?.state === "one" ? auth.entry.fingerprint : undefined,
    revision:
      declared?.revision === undefined
        ? missing(
            `the declared revision of \`${credential.name}\` not read`,
            `the encrypted file ${credential.declared.file} (--git DIR)`,
          )
        : known(declared.revision),
    firstDeclaredAt:
      firstDeclaredAt === undefined
        ? missing(
            `when \`${credential.name}\` was first declared not read`,
            "the history of declarations of the encrypted file",
          )
        : known(firstDeclaredAt),
  };
}

/** What a snapshot holds about the credential of this name. */
export function credentialRecord(snapshot: Snapshot, name: string): CredentialRecord | undefined {
  const { credentials } = snapshot;
  return credentials !== undefined && Object.hasOwn(credentials, name)
    ? credentials[name]
    : undefined;
}

function stateOf(auth: HostAuth): Known<DeclaredState> {
  switch (auth.state) {
    case "absent":
      return known("missing");
    case "invalid":
      return known("invalid");
    case "one":
      return known("valid");
    case "undecided":
      return { state: "unknown", reasons: [twoEntries], oneOf: ["valid", "invalid"] };
  }
}

const twoEntries: UnknownReason = {
  code: "Incomparable",
  detail: "the declared config has two entries for the host whose fingerprints cannot be compared",
};
