import type { ProfileCredential } from "../../../profile/profile.ts";
import type { CredentialSubject, FactSource } from "../subject.ts";
import { type DeclarationHistory, readDeclarationHistory } from "./declaration-history.ts";
import { type DeclaredCredential, readDeclaredCredential } from "./declared-credential.ts";
import { type DesiredImage, readDesiredImage } from "./desired-image.ts";
import { type HandOffs, readHandOffs } from "./hand-offs.ts";

/** What the facts of many nodes need of one credential. */
export interface CredentialShared {
  readonly declared: DeclaredCredential;
  readonly history: DeclarationHistory;
  readonly handOffs: HandOffs;
  readonly desiredImage: DesiredImage;
}

/** What is shared about the subject's own credential, worked out once an evaluation. */
export function credentialSharedOf({ source, credential }: CredentialSubject): CredentialShared {
  const byName = source.once(createByName);
  const earlier = byName.get(credential.name);
  if (earlier !== undefined) return earlier;
  const shared = createCredentialShared(source, credential);
  byName.set(credential.name, shared);
  return shared;
}

function createByName(_source: FactSource): Map<string, CredentialShared> {
  return new Map();
}

function createCredentialShared(
  source: FactSource,
  credential: ProfileCredential,
): CredentialShared {
  const declared = readDeclaredCredential(source, credential);
  const history = readDeclarationHistory(source, credential, declared);
  return {
    declared,
    history,
    handOffs: readHandOffs(source, credential, history),
    desiredImage: readDesiredImage(source, credential),
  };
}
