import { isObject, type JsonObject, type JsonValue, member } from "../../input/json-value.ts";
import type { ValuePath } from "../../input/source-document.ts";
import { canonicalHost } from "../registry-host.ts";
import type { CredentialEntryRecord } from "../snapshot.ts";
import type { LoadContext } from "./load-context.ts";
import { entriesOf, type HostReading, readRegistryAuth, readTextFields } from "./registry-auth.ts";

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
    readings.push({ host, reading: readRegistryAuth({ ...fields, registryToken: "" }) });
  }
  return entriesOf(readings, key);
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
