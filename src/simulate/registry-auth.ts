import {
  authFor,
  compareFingerprints,
  type HostAuth,
  REDACTED,
} from "../engine/facts/credential/host-auth.ts";
import { ownValue } from "../input/own-value.ts";
import type { Profile } from "../profile/profile.ts";
import { canonicalHost } from "../snapshot/registry-host.ts";
import type { CredentialEntryRecord, MachineConfigRecord, Snapshot } from "../snapshot/snapshot.ts";

type Documents = MachineConfigRecord["documents"];

/**
 * What Git declares for the host of each credential of the profile. Of one whose content is not known, or is read
 * differently by different consumers, it cannot be said what a tool writes: then its entry says just that.
 */
export function declaredEntries(
  { credentials = {} }: Snapshot,
  { spec }: Profile,
): readonly CredentialEntryRecord[] {
  return (spec.credentials ?? []).map(({ name, host: written }) => {
    const host = canonicalHost(written) ?? written;
    const auth = authFor(host, ownValue(credentials, name)?.declared?.entries ?? []);
    return auth.state === "one" ? auth.entry : { host, consistent: false, problem: REDACTED };
  });
}

/** Documents that hold these logins for their hosts, and no others for them. */
export function withEntries(
  documents: Documents,
  entries: readonly CredentialEntryRecord[],
): Documents {
  let next = documents;
  for (const entry of entries) {
    const held = next.flatMap(({ registryAuth = [] }) => registryAuth);
    next = held.some(({ host }) => host === entry.host)
      ? next.map((document) => withEntry(document, entry))
      : [
          ...next,
          { kind: "RegistryAuthConfig", name: entry.host, registryAuth: [entry], digests: {} },
        ];
  }
  return next;
}

function withEntry(document: Documents[number], entry: CredentialEntryRecord): Documents[number] {
  const { registryAuth } = document;
  if (registryAuth === undefined) return document;
  return {
    ...document,
    registryAuth: registryAuth.map((each) => (each.host === entry.host ? entry : each)),
  };
}

/** Whether another login would be read out of a config than out of another one. */
export type AuthChange = "same" | "changed" | "unknown";

export function authChange(before: Documents, after: Documents): AuthChange {
  const old = before.flatMap(({ registryAuth = [] }) => registryAuth);
  const next = after.flatMap(({ registryAuth = [] }) => registryAuth);
  const hosts = new Set([...old, ...next].map(({ host }) => host));
  const changes = [...hosts].map((host) => hostChange(authFor(host, old), authFor(host, next)));
  if (changes.includes("changed")) return "changed";
  return changes.includes("unknown") ? "unknown" : "same";
}

function hostChange(before: HostAuth, after: HostAuth): AuthChange {
  if (JSON.stringify(before) === JSON.stringify(after) && before.state !== "withheld")
    return "same";
  if (before.state === "absent" || after.state === "absent") return "changed";
  if (before.state !== "one" || after.state !== "one") return "unknown";
  const comparison = compareFingerprints(before.entry.fingerprint, after.entry.fingerprint);
  return comparison === "same" || comparison === "changed" ? comparison : "unknown";
}
