import type { MachineConfigRecord } from "../../../snapshot/snapshot.ts";
import {
  AUTH_COMPARISONS,
  type AuthComparison,
  compareWithDeclared,
} from "../credential/against-declared.ts";
import { credentialSharedOf } from "../credential/credential-shared.ts";
import { type HostAuth, joinAuth, noAuth, REDACTED } from "../credential/host-auth.ts";
import { type Fact, known, type Note, type UnknownReason } from "../fact.ts";
import { eachOnce, unknownFor } from "../known.ts";
import type { NodeCredentialSubject } from "../subject.ts";
import { isTalosCollected, missingFromTalos, restOfConfig, talosRecordOf } from "./talos-record.ts";

/** The config that runs, and the one on disk that the next boot starts from. */
export type ConfigSlot = "active" | "persistent";
export type ConfigState = AuthComparison | "notCollected";
export const CONFIG_STATES: readonly ConfigState[] = [...AUTH_COMPARISONS, "notCollected"];

/**
 * What one of the node's machine configs holds for the credential's host, against what Git declares.
 *
 * @param unread - Why the config is not there, if it is not.
 */
export function judgeConfig(
  subject: NodeCredentialSubject,
  slot: ConfigSlot,
  {
    note,
    unread,
  }: { readonly note: Note | undefined; readonly unread: () => readonly UnknownReason[] },
): Fact<ConfigState> {
  if (!isTalosCollected(subject)) return notCollected;
  const config = talosRecordOf(subject)?.machineConfig?.[slot];
  if (config === undefined) return unknownFor(unread(), { oneOf: AUTH_COMPARISONS });
  return compareConfig(subject, config, {
    where: `the ${slot} machine config`,
    rest: restOfConfig(subject),
    at: ["talos", subject.node.metadata.name, "machineConfig", slot, "documents"],
    note,
  });
}

/** Where a config stands, and why there may be more in it than was read. */
interface ConfigPlace {
  /** For people. */
  readonly where: string;
  readonly rest: readonly UnknownReason[];
  /** Of its documents in the snapshot. */
  readonly at: readonly string[];
  readonly note: Note | undefined;
}

/** What a config that was read holds for the credential's host, against what Git declares. */
export function compareConfig(
  subject: NodeCredentialSubject,
  config: MachineConfigRecord,
  { where, rest, at, note }: ConfigPlace,
): Fact<AuthComparison> {
  const { declared } = credentialSharedOf(subject);
  const isMasked = rest.some(({ code }) => code === "Withheld");
  const auth = authOf(config, declared.host, isMasked);
  const read = compareWithDeclared(auth, declared, where);
  const fact = orMore(
    read,
    auth.state === "withheld" ? rest.filter(({ code }) => code !== "Withheld") : rest,
  );
  if (note !== undefined) noteConfig(declared.host, at, { fact, config, note });
  return fact;
}

/** Why a config is not there. */
export function configNotRead(
  subject: NodeCredentialSubject,
  slot: ConfigSlot,
): readonly UnknownReason[] {
  return missingFromTalos(subject, `${slot} machine config not read`, "machineconfig");
}

const notCollected: Fact<ConfigState> = known("notCollected");

/** What it may come to if further documents hold further entries for the host, why that may be. */
function orMore(
  read: Fact<AuthComparison>,
  reasons: readonly UnknownReason[],
): Fact<AuthComparison> {
  if (reasons.length === 0 || read.state === "absent") return read;
  if (read.state === "unknown") {
    const { oneOf = AUTH_COMPARISONS, present } = read;
    return unknownFor(eachOnce([...read.reasons, ...reasons]), {
      oneOf: AUTH_COMPARISONS.filter((word) => oneOf.includes(word) || word === "invalid"),
      ...(present === undefined ? {} : { present }),
    });
  }
  if (read.value === "invalid") return read;
  if (read.value === "absent") return unknownFor(reasons, { oneOf: AUTH_COMPARISONS });
  return unknownFor(reasons, { present: true, oneOf: [read.value, "invalid"] });
}

/** What one of the node's configs says about the credential's host, as far as it was read. */
export function configuredAuthOf(
  subject: NodeCredentialSubject,
  config: MachineConfigRecord,
): HostAuth {
  const isMasked = restOfConfig(subject).some(({ code }) => code === "Withheld");
  return authOf(config, credentialSharedOf(subject).declared.host, isMasked);
}

/** @param isMasked - A gap says that a login was masked; an entry that is wrong for no told reason is it. */
function authOf({ documents }: MachineConfigRecord, host: string, isMasked: boolean): HostAuth {
  let auth = noAuth;
  for (const { registryAuth = [] } of documents) {
    for (const entry of registryAuth) {
      if (entry.host !== host) continue;
      const isUntold = !entry.consistent && entry.problem === undefined;
      auth = joinAuth(auth, isMasked && isUntold ? { ...entry, problem: REDACTED } : entry);
    }
  }
  return auth;
}

/** Where the config speaks of the host; of all documents where none does. */
function noteConfig(
  host: string,
  at: readonly string[],
  {
    fact,
    config,
    note,
  }: {
    readonly fact: Fact<AuthComparison>;
    readonly config: MachineConfigRecord;
    readonly note: Note;
  },
): void {
  const seen = fact.state === "value" ? wordsFor[fact.value] : "not known";
  if (fact.state === "value" && fact.value === "absent") note(at, `no entry for ${host}`);
  for (const [index, { registryAuth = [] }] of config.documents.entries()) {
    for (const [place, entry] of registryAuth.entries()) {
      if (entry.host === host) note([...at, `${index}`, "registryAuth", `${place}`], seen);
    }
  }
}

const wordsFor: Readonly<Record<AuthComparison, string>> = {
  same: "same as declared",
  changed: "another than declared",
  absent: "no entry",
  invalid: "read differently by different consumers",
};
