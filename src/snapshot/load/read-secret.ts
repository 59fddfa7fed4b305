import { hasPayload, isDeclaredSecret, readSecretEntries } from "./credential-payload.ts";
import { jsonMap, objectAt, wordAt } from "./json-access.ts";
import type { LoadContext } from "./load-context.ts";
import type { Contribution } from "./merge-contributions.ts";
import { type Placed, problemAt } from "./place.ts";

/** What became of a Secret: fingerprinted, or left to be kept as bare metadata. */
export interface SecretReading {
  readonly contributions: readonly Contribution[];
  /** False for a Secret that must not be kept as an object. */
  readonly isObject: boolean;
}

const taken = (contributions: readonly Contribution[]): SecretReading => ({
  contributions,
  isObject: false,
});

/** Reads a Secret: those that the profile names are fingerprinted, any other payload is refused unseen. */
export function readSecret(secret: Placed, context: LoadContext): SecretReading {
  const metadata = objectAt(secret.value, "metadata");
  const isLive = wordAt(metadata, "uid") !== undefined;
  if (isLive) return readLiveSecret(secret, context);
  const declaring = (context.profile.spec.credentials ?? []).filter((credential) =>
    isDeclaredSecret(credential, wordAt(metadata, "namespace"), wordAt(metadata, "name")),
  );
  if (declaring.length === 0) return refuseOrKeep(secret, context);
  return taken(
    declaring.flatMap(({ name, declared }) => {
      const entries = declared.secret && readSecretEntries(secret, declared.secret.key, context);
      if (entries === undefined) return [];
      return [{ path: ["credentials", name, "declared"], value: { entries }, place: secret }];
    }),
  );
}

function readLiveSecret(secret: Placed, context: LoadContext): SecretReading {
  const metadata = objectAt(secret.value, "metadata");
  const id = `${wordAt(metadata, "namespace") ?? ""}/${wordAt(metadata, "name") ?? ""}`;
  const holders = (context.profile.spec.credentials ?? []).flatMap((credential) =>
    (credential.live ?? [])
      .filter(({ namespace, name }) => `${namespace}/${name}` === id)
      .map(({ key }) => ({ credential: credential.name, key })),
  );
  if (holders.length === 0) return refuseOrKeep(secret, context);
  if (objectAt(secret.value, "data") === undefined && !hasPayload(secret.value)) {
    for (const { credential } of holders) {
      const detail = `Secret ${id} was given without its data`;
      context.log.gaps.push({ part: "credentials", name: credential, reason: "Withheld", detail });
    }
    return { contributions: [], isObject: true };
  }
  return taken(
    holders.flatMap(({ credential, key }) => {
      const entries = readSecretEntries(secret, key, context);
      if (entries === undefined) return [];
      const value = jsonMap([
        ["uid", wordAt(metadata, "uid")],
        ["resourceVersion", wordAt(metadata, "resourceVersion")],
        ["entries", entries],
      ]);
      return [{ path: ["credentials", credential, "live", id], value, place: secret }];
    }),
  );
}

function refuseOrKeep(secret: Placed, { log }: LoadContext): SecretReading {
  if (!hasPayload(secret.value)) return { contributions: [], isObject: true };
  log.problems.push(
    problemAt(
      secret,
      "SNAPSHOT_SECRET_REFUSED",
      "a Secret that the profile does not name holds data",
      {
        help:
          "name it under `spec.credentials[].live` (from the cluster) or `spec.credentials[].declared.secret` " +
          "(decrypted from Git) of the profile, or leave it out",
      },
    ),
  );
  return taken([]);
}
