import { isObject, type JsonObject, type JsonValue, member } from "../../input/json-value.ts";
import type { ValuePath } from "../../input/source-document.ts";
import { canonicalHost, hostWithOddPath } from "../registry-host.ts";
import type { CredentialEntryRecord } from "../snapshot.ts";
import { itemsAt, wordAt } from "./json-access.ts";
import type { LoadContext } from "./load-context.ts";
import {
  entriesOf,
  type HostReading,
  hostReading,
  REDACTED,
  readRegistryAuth,
  readTextFields,
} from "./registry-auth.ts";
import { type Scrubber, safeKey } from "./scrub.ts";

const authFields = ["username", "password", "auth", "identityToken"] as const;

/** True for the parts of a machine config document that hold registry logins. */
export function isAuthPath(path: ValuePath, kind: string): boolean {
  if (kind === "RegistryAuthConfig")
    return path.length === 1 && authFields.some((field) => field === path[0]);
  return (
    kind === "v1alpha1" &&
    path.length === 5 &&
    path.slice(0, 3).join("/") === "machine/registries/config" &&
    path[4] === "auth"
  );
}

/**
 * The registry logins of one machine config document, as fingerprints; undefined for kinds of documents that
 * hold none, "invalid" if a login is not written as Talos would accept it.
 */
export function readMachineRegistryAuth(
  document: JsonObject,
  kind: string,
  { key }: LoadContext,
): readonly CredentialEntryRecord[] | "invalid" | undefined {
  if (kind !== "v1alpha1" && kind !== "RegistryAuthConfig") return undefined;
  const readings: HostReading[] = [];
  for (const { name, login } of loginsOf(document, kind)) {
    const host = typeof name === "string" ? canonicalHost(name) : undefined;
    const fields = isObject(login) ? readTextFields(login, authFields) : undefined;
    if (host === undefined || fields === undefined) return "invalid";
    readings.push(hostReading(host, readRegistryAuth({ ...fields, registryToken: "" })));
  }
  return entriesOf(readings, key);
}

/** True where the login of some host was masked before the config was given to us. */
export function hasRedactedAuth(document: JsonObject): boolean {
  return itemsAt(document, "registryAuth").some((entry) => wordAt(entry, "problem") === REDACTED);
}

/** Keys of a machine config as far as they are names; those of registries may be URLs with anything in them. */
export function tellConfigPath(path: ValuePath, scrubber: Pick<Scrubber, "digest">): ValuePath {
  const isRegistry = path[0] === "machine" && path[1] === "registries";
  return path.map((key, index) =>
    isRegistry && index === 3 ? tellRegistryName(key, scrubber) : safeKey(key, scrubber),
  );
}

/** The name of a document of a machine config. */
export function tellDocumentName(
  name: string,
  kind: string,
  scrubber: Pick<Scrubber, "digest">,
): string {
  return kind.startsWith("Registry") ? tellRegistryName(name, scrubber) : safeKey(name, scrubber);
}

function tellRegistryName(name: string, scrubber: Pick<Scrubber, "digest">): string {
  const host = canonicalHost(name);
  const isHost = host !== undefined && hostWithOddPath(host) === undefined;
  return isHost ? safeKey(name, scrubber) : scrubber.digest(name);
}

interface Login {
  readonly name: JsonValue | undefined;
  readonly login: JsonValue;
}

function loginsOf(document: JsonObject, kind: string): readonly Login[] {
  if (kind === "RegistryAuthConfig") return [{ name: member(document, "name"), login: document }];
  const config = member(member(member(document, "machine"), "registries"), "config");
  if (!isObject(config)) return [];
  return Object.entries(config).flatMap(([name, registry]) => {
    const login = member(registry, "auth");
    return login === undefined || login === null ? [] : [{ name, login }];
  });
}
