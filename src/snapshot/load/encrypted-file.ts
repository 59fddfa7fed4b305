import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex, utf8ToBytes } from "@noble/hashes/utils.js";
import { parsePointer, valueAt } from "../../input/json-pointer.ts";
import type { SourceDocument } from "../../input/source-document.ts";
import type { ProfileCredential } from "../../profile/profile.ts";
import { isDeclaredSecret } from "./credential-payload.ts";
import { objectAt, wordAt } from "./json-access.ts";
import type { LoadContext } from "./load-context.ts";
import type { Contribution } from "./merge-contributions.ts";
import { type Place, problemAt } from "./place.ts";

/**
 * Reads the revision of each credential that a SOPS-encrypted document declares. The document is known by the
 * name of its Secret, which SOPS leaves readable.
 */
export function readEncryptedDocument(
  document: SourceDocument,
  context: LoadContext,
): readonly Contribution[] {
  const metadata = objectAt(document.value, "metadata");
  const declared = (context.profile.spec.credentials ?? []).filter((credential) =>
    isDeclaredSecret(credential, wordAt(metadata, "namespace"), wordAt(metadata, "name")),
  );
  if (declared.length === 0) {
    context.log.problems.push(
      problemAt(
        { document, path: [] },
        "SNAPSHOT_UNRECOGNIZED",
        "an encrypted file that declares no credential of the profile",
        { help: "name it under `spec.credentials[].declared` of the profile, or leave it out" },
      ),
    );
  }
  return declared.flatMap((credential) => readRevision(credential, [document], context));
}

/** Reads the revision of a credential from the documents of the Git file that declares it. */
export function readRevision(
  credential: ProfileCredential,
  documents: readonly SourceDocument[],
  context: LoadContext,
): readonly Contribution[] {
  const { place, revision } = findRevision(credential, documents);
  if (place === undefined) return refuseMissing(documents[0], context);
  if (revision === undefined) return refusePlain(place, context);
  return [{ path: ["credentials", credential.name, "declared"], value: { revision }, place }];
}

/** What a file declares as a credential. */
interface DeclaredRevision {
  /** Undefined where the file has nothing at the profile's pointer. */
  readonly place: Place | undefined;
  /** SHA-256 of the ciphertext and a line feed; undefined where what is there is not encrypted. */
  readonly revision: string | undefined;
}

export function findRevision(
  credential: ProfileCredential,
  documents: readonly SourceDocument[],
): DeclaredRevision {
  const path = parsePointer(credential.declared.pointer) ?? [];
  const holders = documents.filter((one) => valueAt(one.value, path) !== undefined);
  const document = holders.find((one) => isNamed(one.value, credential)) ?? holders[0];
  if (document === undefined) return { place: undefined, revision: undefined };
  const value = valueAt(document.value, path);
  const isEncrypted = typeof value === "string" && value.startsWith("ENC[");
  return {
    place: { document, path },
    revision: isEncrypted ? bytesToHex(sha256(utf8ToBytes(`${value}\n`))) : undefined,
  };
}

function isNamed(value: SourceDocument["value"], { declared }: ProfileCredential): boolean {
  return wordAt(objectAt(value, "metadata"), "name") === (declared.secret?.name ?? "");
}

function refuseMissing(
  document: SourceDocument | undefined,
  { log }: LoadContext,
): readonly Contribution[] {
  if (document !== undefined) {
    log.problems.push(
      problemAt(
        { document, path: [] },
        "SNAPSHOT_CREDENTIAL_INVALID",
        "the file has no value where the profile's `declared.pointer` says",
      ),
    );
  }
  return [];
}

function refusePlain(place: Place, { log }: LoadContext): readonly Contribution[] {
  log.problems.push(
    problemAt(place, "SNAPSHOT_SECRET_REFUSED", "plaintext in a file that must be encrypted", {
      expected: "a value that SOPS encrypted (`ENC[…]`)",
      help: "give the decrypted credential as a declared credential instead, and take it out of Git",
    }),
  );
  return [];
}
