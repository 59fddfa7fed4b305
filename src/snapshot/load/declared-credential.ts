import { parsePointer, valueAt } from "../../input/json-pointer.ts";
import { isObject, member } from "../../input/json-value.ts";
import type { SourceDocument } from "../../input/source-document.ts";
import type { ProfileCredential } from "../../profile/profile.ts";
import type { CredentialEntryRecord } from "../snapshot.ts";
import {
  acceptReading,
  hostsOf,
  isDeclaredSecret,
  readCredentialText,
  readSecretEntries,
} from "./credential-payload.ts";
import { readDockerConfigValue } from "./docker-config.ts";
import { objectAt, wordAt } from "./json-access.ts";
import type { LoadContext } from "./load-context.ts";
import type { Contribution } from "./merge-contributions.ts";
import { problemAt } from "./place.ts";

/** A decrypted declaration, given for its fingerprint only. */
export interface DeclaredCredential {
  /** The profile's name for it; may be left out where only one can be meant. */
  readonly credential: string | undefined;
  readonly document: SourceDocument;
}

/** Fingerprints a decrypted docker config, or the decrypted Secret that holds it. */
export function readDeclaredCredential(
  given: DeclaredCredential,
  context: LoadContext,
): readonly Contribution[] {
  const credential = chooseCredential(given, context);
  if (credential === undefined) return [];
  const entries = readEntries(given.document, credential, context);
  if (entries === undefined) return [];
  const path = ["credentials", credential.name, "declared"];
  return [{ path, value: { entries }, place: { document: given.document, path: [] } }];
}

function chooseCredential(
  { credential, document }: DeclaredCredential,
  { profile, log }: LoadContext,
): ProfileCredential | undefined {
  const all = profile.spec.credentials ?? [];
  const metadata = objectAt(document.value, "metadata");
  const named = all.filter((one) =>
    isDeclaredSecret(one, wordAt(metadata, "namespace"), wordAt(metadata, "name")),
  );
  const meant =
    credential === undefined
      ? named.length === 1
        ? named
        : all
      : all.filter(({ name }) => name === credential);
  if (meant.length === 1) return meant[0];
  const message =
    credential === undefined
      ? "which credential of the profile this declares is not clear"
      : "the profile names no such credential";
  log.problems.push(
    problemAt({ document, path: [] }, "SNAPSHOT_AMBIGUOUS", message, {
      help: "say which one, by its name under `spec.credentials` of the profile",
    }),
  );
  return undefined;
}

function readEntries(
  document: SourceDocument,
  { declared }: ProfileCredential,
  context: LoadContext,
): readonly CredentialEntryRecord[] | undefined {
  const { value } = document;
  const place = { document, path: [] };
  if (isObject(value) && wordAt(value, "kind") === "Secret" && declared.secret !== undefined) {
    return readSecretEntries({ ...place, value }, declared.secret.key, context);
  }
  const path = parsePointer(declared.pointer) ?? [];
  const inner = valueAt(value, path);
  if (member(value, "auths") === undefined && typeof inner === "string") {
    return readCredentialText({ place: { document, path }, text: inner, isLegacy: false }, context);
  }
  const isConfig = ["auths", "credHelpers", "credsStore"].some(
    (field) => member(value, field) !== undefined,
  );
  if (!isConfig) {
    return acceptReading(place, { ok: false, fault: "has no `auths`" }, context);
  }
  const reading = readDockerConfigValue(value, { key: context.key, hosts: hostsOf(context) });
  return acceptReading(place, reading, context);
}
