import { compareText } from "../../input/compare-text.ts";
import { groupBy } from "../../input/group-by.ts";
import { type JsonObject, type JsonValue, member } from "../../input/json-value.ts";
import { recordOf } from "../../input/record-of.ts";
import { type FingerprintKey, fingerprintOf, type PlainCredential } from "../fingerprint.ts";
import { hostWithOddPath } from "../registry-host.ts";
import type { CredentialEntryRecord } from "../snapshot.ts";
import { decodeBase64Text } from "./base64.ts";

/** One host's login as a docker config or a machine config writes it; empty text is as good as none. */
export interface RegistryAuthFields {
  readonly username: string;
  readonly password: string;
  readonly auth: string;
  readonly identityToken: string;
  readonly registryToken: string;
}

/** A login as every consumer reads it, or why they would not agree. The text never holds a value. */
export type RegistryAuthReading =
  | { readonly credential: Omit<PlainCredential, "host"> }
  | { readonly disagreement: string };

export interface HostReading {
  /** Canonical host. */
  readonly host: string;
  readonly reading: RegistryAuthReading;
}

/** A reading under the name of its host; a path that is no repository's is not told. */
export function hostReading(host: string, reading: RegistryAuthReading): HostReading {
  const authority = hostWithOddPath(host);
  return authority === undefined
    ? { host, reading }
    : { host: authority, reading: { disagreement: "a path that is no repository's" } };
}

/** The `problem` of a login whose secret was masked before it was given to us. */
export const REDACTED = "redacted";

/** Fields of a login by name, with empty text for those that lack; undefined if one is not text. */
export function readTextFields<Name extends string>(
  login: JsonObject,
  names: readonly Name[],
): Record<Name, string> | undefined {
  const fields = recordOf(names, (name) => member(login, name) ?? "");
  return isTextOnly(fields) ? fields : undefined;
}

function isTextOnly<Name extends string>(
  fields: Record<Name, JsonValue>,
): fields is Record<Name, string> {
  return Object.values(fields).every((field) => typeof field === "string");
}

/** Reads a login by what its consumers have in common (kubelet, containerd, Talos, scripts). */
export function readRegistryAuth(fields: RegistryAuthFields): RegistryAuthReading {
  const { username, password, auth, identityToken, registryToken } = fields;
  if ([password, auth, identityToken, registryToken].some((text) => /^\*+$/.test(text))) {
    return { disagreement: REDACTED };
  }
  const isBasic = auth !== "" || password !== "";
  const kinds = [isBasic, identityToken !== "", registryToken !== ""].filter(Boolean).length;
  if (kinds > 1) return { disagreement: "more than one kind of credential" };
  if (identityToken !== "") {
    return { credential: { kind: "identityToken", user: username, secret: identityToken } };
  }
  if (registryToken !== "") {
    return { credential: { kind: "registryToken", user: username, secret: registryToken } };
  }
  return auth === "" ? readUserAndPassword(username, password) : readAuth(fields);
}

function readUserAndPassword(user: string, secret: string): RegistryAuthReading {
  if (user === "" && secret === "") return { disagreement: "no credential" };
  if (user === "") return { disagreement: "password without user name" };
  if (secret === "") return { disagreement: "user name without password" };
  if (user.includes(":")) return { disagreement: "user name with a colon" };
  if (secret.includes("\0")) return { disagreement: "password with a NUL" };
  return { credential: { kind: "basic", user, secret } };
}

function readAuth({ username, password, auth }: RegistryAuthFields): RegistryAuthReading {
  const decoded = decodeBase64Text(auth);
  const colon = decoded?.indexOf(":") ?? -1;
  if (decoded === undefined || colon < 0) {
    return { disagreement: "`auth` is not base64 of user:password" };
  }
  // A password may hold colons, a user name cannot: the first one splits.
  const user = decoded.slice(0, colon);
  const secret = decoded.slice(colon + 1);
  const isAlone = username === "" && password === "";
  if (!isAlone && (user !== username || secret !== password)) {
    return { disagreement: "`auth` differs from user name and password" };
  }
  return readUserAndPassword(user, secret);
}

/** One entry a host, in order of hosts; a host that occurs with two logins is not consistent. */
export function entriesOf(
  readings: readonly HostReading[],
  key: FingerprintKey,
): readonly CredentialEntryRecord[] {
  const byHost = groupBy(readings, ({ host }) => host);
  return [...byHost]
    .map(([host, group]) => entryOf(host, group, key))
    .sort((a, b) => compareText(a.host, b.host));
}

function entryOf(
  host: string,
  group: readonly HostReading[],
  key: FingerprintKey,
): CredentialEntryRecord {
  const disagreements: string[] = [];
  const entries = new Map<string, CredentialEntryRecord>();
  for (const { reading } of group) {
    if ("disagreement" in reading) {
      disagreements.push(reading.disagreement);
      continue;
    }
    const fingerprint = fingerprintOf(key, { host, ...reading.credential });
    const { kind } = reading.credential;
    entries.set(fingerprint.value, { host, kind, consistent: true, fingerprint });
  }
  const [problem] = disagreements.sort(compareText);
  if (problem !== undefined) return { host, consistent: false, problem };
  const [entry] = entries.values();
  if (entry === undefined || entries.size > 1) {
    return { host, consistent: false, problem: "occurs with different credentials" };
  }
  return entry;
}
