import { hex64 } from "../hex64.ts";
import type { World } from "../world.ts";
import { declarationAt, declaredNow, type WorldCredential } from "../world-credential.ts";
import { atPlace } from "./at-place.ts";

/** Something that happens to one credential, by its place. */
export type CredentialEvent = { readonly credential: number } & (
  | { readonly type: "declare"; readonly login: string }
  /** The same login under a new ciphertext. */
  | { readonly type: "encryptAnew" }
  /** Git goes back to an earlier declaration, ciphertext and all. */
  | { readonly type: "revert"; readonly declaration: number }
  /** The registry stops accepting what an earlier declaration held, for good. */
  | { readonly type: "revoke"; readonly declaration: number }
  /** Another version of the image is desired. */
  | { readonly type: "releaseImage"; readonly version: number }
  /** The Secret in the cluster gets other bytes for the same login … */
  | { readonly type: "reformatSecret" }
  /** … or what an earlier declaration held. */
  | { readonly type: "rewriteSecret"; readonly declaration: number }
);

export function credentialEvent(world: World, event: CredentialEvent): World {
  const credentials = atPlace(world.credentials, event.credential, (credential) =>
    changed(credential, event, world.nowSeconds),
  );
  return { ...world, credentials };
}

function changed(
  credential: WorldCredential,
  event: CredentialEvent,
  nowSeconds: number,
): WorldCredential {
  switch (event.type) {
    case "declare":
      return declare(credential, event.login, nowSeconds);
    case "encryptAnew":
      return declare(credential, declaredNow(credential).login, nowSeconds);
    case "revert":
      return revert(credential, event.declaration, nowSeconds);
    case "revoke":
      return revoke(credential, declarationAt(credential, event.declaration).login);
    case "releaseImage":
      return { ...credential, image: imageOf(credential.imageBase, event.version) };
    case "reformatSecret":
      return writeSecret(credential, credential.secret.login);
    case "rewriteSecret":
      return writeSecret(credential, declarationAt(credential, event.declaration).login);
  }
}

export function imageOf(base: string, version: number): string {
  return `${base}v1.2.${version}`;
}

export function revisionOf(host: string, login: string, number: number): string {
  return hex64(`ciphertext ${number} of ${login} for ${host}`);
}

function declare(credential: WorldCredential, login: string, atSeconds: number): WorldCredential {
  const { declarations, host } = credential;
  const revision = revisionOf(host, login, declarations.length);
  return { ...credential, declarations: [...declarations, { login, revision, atSeconds }] };
}

function revert(credential: WorldCredential, place: number, atSeconds: number): WorldCredential {
  const again = { ...declarationAt(credential, place), atSeconds };
  return { ...credential, declarations: [...credential.declarations, again] };
}

function revoke(credential: WorldCredential, login: string): WorldCredential {
  const { revoked } = credential;
  return revoked.includes(login) ? credential : { ...credential, revoked: [...revoked, login] };
}

function writeSecret(credential: WorldCredential, login: string): WorldCredential {
  return { ...credential, secret: { login, writes: credential.secret.writes + 1 } };
}
