import { compareFingerprints } from "../engine/facts/credential/host-auth.ts";
import type { ProfileCredential } from "../profile/profile.ts";
import { compareInstants } from "../snapshot/instant.ts";
import { canonicalHost } from "../snapshot/registry-host.ts";
import type { CredentialRecord } from "../snapshot/snapshot.ts";

export type Declared = NonNullable<CredentialRecord["declared"]>;
export type Previous = NonNullable<CredentialRecord["previous"]>;
export type Fingerprint = NonNullable<NonNullable<Declared["entries"]>[number]["fingerprint"]>;

const BEFORE_TIME = "0001-01-01T00:00:00Z";

/** The last day on which a credential is known to have been put in force. */
export function lastDayOf({ lastDeclaredAt, firstDeclaredAt }: Previous[number]): string {
  return lastDeclaredAt ?? firstDeclaredAt ?? BEFORE_TIME;
}

/** The history once another ciphertext is in force: with the former one, and without the one that came back. */
export function withEntry(
  previous: Previous,
  former: Declared,
  { next, credential }: { readonly next: Declared; readonly credential: ProfileCredential },
): Previous {
  const inForce = [next.revision, former.revision];
  const kept = previous.filter((each) => !each.revision || !inForce.includes(each.revision));
  const { revision, firstDeclaredAt } = former;
  const fingerprint = fingerprintIn(former, credential);
  // Where something was declared after it first was, Git may have come back to it on a day that is not recorded.
  const isOnce =
    firstDeclaredAt !== undefined &&
    previous.every((each) => compareInstants(lastDayOf(each), firstDeclaredAt) < 0);
  const entry = {
    ...(revision === undefined ? {} : { revision }),
    ...(fingerprint === undefined ? {} : { fingerprint }),
    ...(firstDeclaredAt === undefined ? {} : { firstDeclaredAt }),
    ...(isOnce ? { lastDeclaredAt: firstDeclaredAt } : {}),
  };
  return [...kept, entry];
}

/** Whether an entry of the history is the declared credential, under whatever ciphertext. */
export function isOneOf(
  declared: Declared | undefined,
  { revision, fingerprint }: Previous[number],
  credential: ProfileCredential,
): boolean {
  if (declared === undefined) return false;
  const own = fingerprintIn(declared, credential);
  return revision === declared.revision || compareFingerprints(fingerprint, own) === "same";
}

function fingerprintIn(
  { entries = [] }: Declared,
  credential: ProfileCredential,
): Fingerprint | undefined {
  const host = hostOf(credential);
  return entries.find((entry) => entry.host === host)?.fingerprint;
}

/** The host of a credential in its one spelling. */
export function hostOf({ host }: ProfileCredential): string {
  return canonicalHost(host) ?? host;
}
