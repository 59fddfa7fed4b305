import { isObject, type JsonObject, type JsonValue, member } from "../../input/json-value.ts";
import { readDocuments } from "../../input/read-documents.ts";
import type { FingerprintKey } from "../fingerprint.ts";
import { canonicalHost } from "../registry-host.ts";
import type { CredentialEntryRecord } from "../snapshot.ts";
import { wordAt } from "./json-access.ts";
import {
  entriesOf,
  type HostReading,
  hostReading,
  type RegistryAuthFields,
  readRegistryAuth,
  readTextFields,
} from "./registry-auth.ts";

/** How a docker config is to be read. */
export interface DockerConfigOptions {
  readonly key: FingerprintKey;
  /** Hosts of the profile: a credential store answers for these whether the file lists them or not. */
  readonly hosts: readonly string[];
  /** The old `.dockercfg` form: hosts at the top, no `auths`. */
  readonly isLegacy?: boolean;
}

/** The entries of a docker config, or why it is none. `fault` never holds a value. */
export type DockerConfigReading =
  | { readonly ok: true; readonly entries: readonly CredentialEntryRecord[] }
  | { readonly ok: false; readonly fault: string };

/** Reads the text of a docker config (`config.json`, `.dockerconfigjson`) and fingerprints each host. */
export function readDockerConfig(text: string, options: DockerConfigOptions): DockerConfigReading {
  const value = parseStrictJson(text);
  if (value === undefined) return { ok: false, fault: "is not JSON without duplicate keys" };
  return readDockerConfigValue(value, options);
}

/** The same for a docker config that is already parsed. */
export function readDockerConfigValue(
  value: JsonValue,
  { key, hosts, isLegacy = false }: DockerConfigOptions,
): DockerConfigReading {
  if (!isObject(value)) return { ok: false, fault: "is not a map" };
  const auths = isLegacy && member(value, "auths") === undefined ? value : mapAt(value, "auths");
  const helpers = mapAt(value, "credHelpers");
  if (auths === undefined) return { ok: false, fault: "has `auths` that are not a map" };
  if (helpers === undefined) return { ok: false, fault: "has `credHelpers` that are not a map" };
  const readings = readAuths(auths);
  if (typeof readings === "string") return { ok: false, fault: readings };
  const stored = storedHosts(value, helpers, { auths, hosts });
  if (stored === undefined) return { ok: false, fault: "names a host that is none" };
  return { ok: true, entries: entriesOf([...readings, ...stored], key) };
}

/** Kubernetes and Docker read JSON, not YAML; which of two equal keys counts differs, so neither does. */
function parseStrictJson(text: string): JsonValue | undefined {
  try {
    JSON.parse(text);
  } catch {
    return undefined;
  }
  const parsed = readDocuments({ file: "docker config", text });
  return parsed.ok && parsed.value.length === 1 ? parsed.value[0]?.value : undefined;
}

function mapAt(value: JsonObject, key: string): JsonObject | undefined {
  const found = member(value, key) ?? {};
  return isObject(found) ? found : undefined;
}

function readAuths(auths: JsonObject): readonly HostReading[] | string {
  const readings: HostReading[] = [];
  for (const [name, login] of Object.entries(auths)) {
    const host = canonicalHost(name);
    if (host === undefined) return "names a host that is none";
    if (!isObject(login)) return "has an entry that is not a map";
    const fields = readFields(login);
    if (fields === undefined) return "has an entry with a field that is not text";
    const reading = hasOddSpelling(login)
      ? { disagreement: "a field in another letter case" }
      : readRegistryAuth(fields);
    readings.push(hostReading(host, reading));
  }
  return readings;
}

const fieldNames = ["username", "password", "auth", "identitytoken", "registrytoken"] as const;

function readFields(login: JsonObject): RegistryAuthFields | undefined {
  const fields = readTextFields(login, fieldNames);
  if (fields === undefined) return undefined;
  const { identitytoken: identityToken, registrytoken: registryToken, ...rest } = fields;
  return { ...rest, identityToken, registryToken };
}

/** Go matches field names in any letter case, other consumers do not. */
function hasOddSpelling(login: JsonObject): boolean {
  const names: ReadonlySet<string> = new Set(fieldNames);
  return Object.keys(login).some((name) => !names.has(name) && names.has(name.toLowerCase()));
}

/** `problem` of an entry whose login a program outside the file keeps: not portable, so what it is is not known. */
export const STORED = "kept by a credential helper";

/** Hosts whose login some consumers take from a program outside the file. */
function storedHosts(
  value: JsonObject,
  helpers: JsonObject,
  { auths, hosts }: { readonly auths: JsonObject; readonly hosts: readonly string[] },
): readonly HostReading[] | undefined {
  const hasStore = wordAt(value, "credsStore") !== undefined;
  const names = [...Object.keys(helpers), ...(hasStore ? [...Object.keys(auths), ...hosts] : [])];
  const readings: HostReading[] = [];
  for (const name of names) {
    const host = canonicalHost(name);
    if (host === undefined) return undefined;
    readings.push(hostReading(host, { disagreement: STORED }));
  }
  return readings;
}
