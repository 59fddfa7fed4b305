import type { CredentialEntryRecord, KeyedFingerprint } from "../../../snapshot/snapshot.ts";

/** What the `problem` of an entry says whose login was masked before it was read. */
export const REDACTED = "redacted";

/** What the `problem` of an entry says whose login a program outside the config keeps: it is not portable. */
const STORED = "kept by a credential helper";

/** What one consumer's config says about one host. */
export type HostAuth =
  | { readonly state: "absent" }
  /** Some entry is read differently by its consumers, or two entries disagree. */
  | { readonly state: "invalid" }
  | { readonly state: "one"; readonly entry: CredentialEntryRecord }
  /** Entries of which it cannot be said whether they agree. */
  | { readonly state: "undecided"; readonly entry: CredentialEntryRecord }
  /**
   * Some entry's login was kept out, masked or left to a helper: it may be anything. `entry` is another
   * one, if there is one.
   */
  | { readonly state: "withheld"; readonly entry?: CredentialEntryRecord };

export const noAuth: HostAuth = { state: "absent" };
const invalidAuth: HostAuth = { state: "invalid" };

/** Takes one more entry for the host into account. */
export function joinAuth(earlier: HostAuth, entry: CredentialEntryRecord): HostAuth {
  if (earlier.state === "invalid") return earlier;
  if (!entry.consistent) return isWithheld(entry) ? withheldWith(earlier) : invalidAuth;
  if (earlier.state === "absent") return { state: "one", entry };
  if (earlier.entry === undefined) return { state: "withheld", entry };
  const comparison = compareFingerprints(earlier.entry.fingerprint, entry.fingerprint);
  if (comparison === "changed") return invalidAuth;
  if (comparison === "same" || earlier.state === "withheld") return earlier;
  return { state: "undecided", entry: earlier.entry };
}

function withheldWith(earlier: Exclude<HostAuth, { state: "invalid" }>): HostAuth {
  const entry = earlier.state === "absent" ? undefined : earlier.entry;
  return entry === undefined ? { state: "withheld" } : { state: "withheld", entry };
}

function isWithheld({ problem }: CredentialEntryRecord): boolean {
  return problem !== undefined && (problem.includes(REDACTED) || problem === STORED);
}

/** All entries for a canonical host. */
export function authFor(host: string, entries: readonly CredentialEntryRecord[]): HostAuth {
  let auth = noAuth;
  for (const entry of entries) if (entry.host === host) auth = joinAuth(auth, entry);
  return auth;
}

/**
 * Compares what two fingerprints stand for. Another recipe or key says nothing either way; a fingerprint
 * that was kept out is `withheld`.
 */
export function compareFingerprints(
  a: KeyedFingerprint | undefined,
  b: KeyedFingerprint | undefined,
): "same" | "changed" | "incomparable" | "withheld" {
  if (a === undefined || b === undefined) return "withheld";
  if (a.alg !== b.alg || a.keyId !== b.keyId) return "incomparable";
  return a.value === b.value ? "same" : "changed";
}
