import { isObject, type JsonObject, member } from "../../input/json-value.ts";
import type { ProfileCredential } from "../../profile/profile.ts";
import type { CredentialEntryRecord } from "../snapshot.ts";
import { decodeBase64Text } from "./base64.ts";
import { type DockerConfigReading, readDockerConfig } from "./docker-config.ts";
import type { LoadContext } from "./load-context.ts";
import { inside, type Place, type Placed, problemAt } from "./place.ts";

/**
 * Fingerprints the docker config that a Secret holds under a key; none of its content goes anywhere else.
 * A Secret without that key holds no entries; undefined, with the problem in the log, if it cannot be read.
 */
export function readSecretEntries(
  secret: Placed,
  key: string,
  context: LoadContext,
): readonly CredentialEntryRecord[] | undefined {
  const plain = member(member(secret.value, "stringData"), key);
  const encoded = member(member(secret.value, "data"), key);
  const place = inside(secret, plain === undefined ? "data" : "stringData", key);
  if (plain === undefined && encoded === undefined) return [];
  const text = typeof plain === "string" ? plain : decodeMember(plain ?? encoded);
  if (text === undefined) return refuse(place, "is not base64 of text", context);
  const isLegacy = key === ".dockercfg";
  return readCredentialText({ place, text, isLegacy }, context);
}

function decodeMember(value: unknown): string | undefined {
  return typeof value === "string" ? decodeBase64Text(value) : undefined;
}

/** Fingerprints the text of a docker config that stands at a place. */
export function readCredentialText(
  { place, text, isLegacy }: { place: Place; text: string; isLegacy: boolean },
  context: LoadContext,
): readonly CredentialEntryRecord[] | undefined {
  const hosts = hostsOf(context);
  return acceptReading(
    place,
    readDockerConfig(text, { key: context.key, hosts, isLegacy }),
    context,
  );
}

export function acceptReading(
  place: Place,
  reading: DockerConfigReading,
  context: LoadContext,
): readonly CredentialEntryRecord[] | undefined {
  return reading.ok ? reading.entries : refuse(place, reading.fault, context);
}

export function hostsOf({ profile }: LoadContext): readonly string[] {
  return (profile.spec.credentials ?? []).map(({ host }) => host);
}

function refuse(place: Place, fault: string, { log }: LoadContext): undefined {
  log.problems.push(
    problemAt(place, "SNAPSHOT_CREDENTIAL_INVALID", `the docker config ${fault}`, {
      expected: "a docker config with `auths`",
    }),
  );
  return undefined;
}

/** True if a Secret carries anything that must not enter a snapshot. */
export function hasPayload(secret: JsonObject): boolean {
  return ["data", "stringData"].some((field) => {
    const payload = member(secret, field);
    if (payload === undefined || payload === null) return false;
    return !isObject(payload) || Object.keys(payload).length > 0;
  });
}

/** Tells whether a Secret is the one that a credential's declaration names; Git may leave the namespace out. */
export function isDeclaredSecret(
  { declared }: ProfileCredential,
  namespace: string | undefined,
  name: string | undefined,
): boolean {
  const { secret } = declared;
  if (secret === undefined) return false;
  return secret.name === name && (namespace === undefined || secret.namespace === namespace);
}
