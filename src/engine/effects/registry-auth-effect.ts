import { parsePointer } from "../../input/json-pointer.ts";
import { type Effect, highestEffect } from "./effect.ts";
import {
  ANY_KEY,
  type ChangeKind,
  type EffectEntryDocument,
  type EffectTable,
  effectOf,
  MAIN_DOCUMENT,
} from "./effect-table.ts";
import type { TalosVersion } from "./talos-version.ts";

/** The kind of document in which the login to one registry may stand as well. */
const AUTH_DOCUMENT = "RegistryAuthConfig";

/**
 * What a changed login to a registry costs. A config has two spellings for it that mean the same, so the higher of
 * what the table says of them counts.
 *
 * @param changes - What may have happened to it.
 */
export function registryAuthEffect(
  table: EffectTable,
  { host, changes }: { readonly host: string; readonly changes: readonly ChangeKind[] },
  version: TalosVersion,
): Effect {
  return highestEffect(
    changes.flatMap((change) => [
      effectOf(table, { document: MAIN_DOCUMENT, path: authPath(host), change }, version),
      effectOf(table, { document: AUTH_DOCUMENT, path: [], change }, version),
    ]),
  );
}

/** Whether an entry may be the one that says it, for some host. */
export function isAboutAuth({ document = MAIN_DOCUMENT, path }: EffectEntryDocument): boolean {
  if (document === AUTH_DOCUMENT) return path === "";
  const keys = parsePointer(path) ?? [];
  const login = authPath(ANY_KEY);
  return (
    document === MAIN_DOCUMENT &&
    keys.length === login.length &&
    login.every((key, index) => [key, keys[index]].includes(ANY_KEY) || key === keys[index])
  );
}

/** Where the login to a registry stands in the document without kind. */
export function authPath(host: string): readonly string[] {
  return ["machine", "registries", "config", host, "auth"];
}
