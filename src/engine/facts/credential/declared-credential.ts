import type { ProfileCredential } from "../../../profile/profile.ts";
import { canonicalHost } from "../../../snapshot/registry-host.ts";
import type {
  CredentialRecord,
  KeyedFingerprint,
  Snapshot,
  SnapshotGap,
} from "../../../snapshot/snapshot.ts";
import { isFarAhead } from "../clock-skew.ts";
import { known, type UnknownFact, type UnknownReason } from "../fact.ts";
import { gapsOf, missingReasons } from "../gaps.ts";
import { type Known, unknownFor } from "../known.ts";
import type { FactSource } from "../subject.ts";
import { authFor, type HostAuth } from "./host-auth.ts";

export const DECLARED_STATES = ["valid", "missing", "invalid", "notCollected"] as const;
export type DeclaredState = (typeof DECLARED_STATES)[number];

/** What Git declares for one host. */
export interface DeclaredCredential {
  readonly host: string;
  readonly state: Known<DeclaredState, DeclaredState>;
  /** Of a valid one; undefined as well where it was kept out. */
  readonly fingerprint: KeyedFingerprint | undefined;
  readonly revision: Known<string>;
  /** The instant at which this credential, not its ciphertext, was first declared. */
  readonly firstDeclaredAt: Known<string>;
}

export function readDeclaredCredential(
  source: FactSource,
  credential: ProfileCredential,
): DeclaredCredential {
  const declared = credentialRecord(source.snapshot, credential.name)?.declared;
  const host = canonicalHost(credential.host) ?? credential.host;
  const auth = declared?.entries === undefined ? undefined : authFor(host, declared.entries);
  const gaps = gapsOf(source).on("credentials", credential.name);
  const isCollected = credential.declared.secret !== undefined || gaps.length > 0;
  const missing = (detail: string, cure: string): UnknownFact<never> =>
    unknownFor(missingReasons(gaps, { detail, cure }));
  const unread = isCollected
    ? missing(
        `the decrypted credential \`${credential.name}\` not read`,
        "--declared-credential FILE or the decrypted Secret",
      )
    : notCollected;
  return {
    host,
    state: auth === undefined ? unread : stateOf(auth),
    fingerprint: auth?.state === "one" ? auth.entry.fingerprint : undefined,
    revision:
      declared?.revision === undefined
        ? missing(
            `the declared revision of \`${credential.name}\` not read`,
            `the encrypted file ${credential.declared.file} (--git DIR)`,
          )
        : known(declared.revision),
    firstDeclaredAt: firstDayOf(source, credential.name),
  };
}

function firstDayOf(source: FactSource, name: string): Known<string> {
  const day = credentialRecord(source.snapshot, name)?.declared?.firstDeclaredAt;
  if (day === undefined) {
    const cure = snapshotWith(name, "declared/firstDeclaredAt");
    const detail = `when \`${name}\` was first declared not read`;
    return unknownFor(missingReasons(historyGaps(source, name), { detail, cure }));
  }
  // Everything is older than a day to come: taking it at its word reboots the fleet.
  return isFarAhead(day, source) ? unknownFor([daysAhead]) : known(day);
}

const daysAhead: UnknownReason = {
  code: "Skewed",
  detail: "the declared credential is said to be first declared long after takenAt",
  cure: "mend that day, or compare the clocks of whoever wrote it down and whoever took the snapshot",
};

/** Gaps that leave the history of a credential open: those on it, and those on its history alone. */
export function historyGaps(source: FactSource, name: string): readonly SnapshotGap[] {
  const { on } = gapsOf(source);
  return [...new Set([...on("credentials", name), ...on("credentials", `${name}/previous`)])];
}

/** The cure for what no command reads from a cluster: a history tells it, of Git or as somebody recorded it. */
export function snapshotWith(name: string, place: "declared/firstDeclaredAt" | "previous"): string {
  return `-f a CredentialHistory, or the git log of its file (docs/inputs.md), for /credentials/${name}/${place}`;
}

/** What a snapshot holds about the credential of this name. */
export function credentialRecord(snapshot: Snapshot, name: string): CredentialRecord | undefined {
  const { credentials } = snapshot;
  return credentials !== undefined && Object.hasOwn(credentials, name)
    ? credentials[name]
    : undefined;
}

const notCollected: DeclaredCredential["state"] = known("notCollected");

function stateOf(auth: HostAuth): DeclaredCredential["state"] {
  switch (auth.state) {
    case "absent":
      return known("missing");
    case "invalid":
      return known("invalid");
    case "one":
      return known("valid");
    case "withheld":
      return unknownFor([withheld], { oneOf: ["valid", "invalid"] });
    case "undecided":
      return unknownFor([twoEntries], { oneOf: ["valid", "invalid"] });
  }
}

const withheld: UnknownReason = {
  code: "Withheld",
  detail:
    "the declared config has a login for the host that is redacted or kept by a credential helper",
  cure: "give the decrypted Secret as it is: logins are fingerprinted, never kept",
};
const twoEntries: UnknownReason = {
  code: "Incomparable",
  detail: "the declared config has two entries for the host whose fingerprints cannot be compared",
};
