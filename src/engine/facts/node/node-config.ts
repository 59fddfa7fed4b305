import type { MachineConfigRecord } from "../../../snapshot/snapshot.ts";
import {
  AUTH_COMPARISONS,
  type AuthComparison,
  compareWithDeclared,
} from "../credential/against-declared.ts";
import { credentialSharedOf } from "../credential/credential-shared.ts";
import { type HostAuth, joinAuth, noAuth, REDACTED } from "../credential/host-auth.ts";
import { type Fact, type FactDeclaration, known, type Note, type UnknownReason } from "../fact.ts";
import { enumFact } from "../fact-type.ts";
import { everyReason } from "../gaps.ts";
import { eachOnce, unknownFor } from "../known.ts";
import type { NodeCredentialSubject } from "../subject.ts";
import {
  activeConfigOf,
  isTalosCollected,
  missingFromTalos,
  restOfConfig,
} from "./talos-record.ts";

export type ConfigState = AuthComparison | "notCollected";
const CONFIG_STATES: readonly ConfigState[] = [...AUTH_COMPARISONS, "notCollected"];

export const nodeConfig: FactDeclaration<NodeCredentialSubject, ConfigState> = {
  name: "config",
  type: enumFact("ConfigState", CONFIG_STATES),
  mayBeAbsent: false,
  reasons: everyReason,
  reads: [
    "/talos/<node>/machineConfig/active/documents/*/registryAuth",
    "/credentials/<name>/declared/entries",
  ],
  doc: "What the node's active machine config holds for the registry host, against what Git declares. It is intent: what the runtime loaded may be another.",
  derive: (subject, _read, note) => {
    if (!isTalosCollected(subject)) return notCollected;
    const { declared } = credentialSharedOf(subject);
    const active = activeConfigOf(subject);
    if (active === undefined) {
      return unknownFor(
        missingFromTalos(subject, "active machine config not read", "machineconfig"),
        { oneOf: AUTH_COMPARISONS },
      );
    }
    const rest = restOfConfig(subject);
    const auth = configuredAuthOf(subject, active);
    const read = compareWithDeclared(auth, declared, "the active machine config");
    const fact = orMore(
      read,
      auth.state === "withheld" ? rest.filter(({ code }) => code !== "Withheld") : rest,
    );
    if (note !== undefined) noteConfig(subject, fact, note);
    return fact;
  },
};

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
function noteConfig(subject: NodeCredentialSubject, fact: Fact<ConfigState>, note: Note): void {
  const { host } = credentialSharedOf(subject).declared;
  const documents = activeConfigOf(subject)?.documents ?? [];
  const at = ["talos", subject.node.metadata.name, "machineConfig", "active", "documents"];
  const seen = fact.state === "value" ? wordsFor[fact.value] : "not known";
  if (fact.state === "value" && fact.value === "absent") note(at, `no entry for ${host}`);
  for (const [index, { registryAuth = [] }] of documents.entries()) {
    for (const [place, entry] of registryAuth.entries()) {
      if (entry.host === host) note([...at, `${index}`, "registryAuth", `${place}`], seen);
    }
  }
}

const wordsFor: Readonly<Record<ConfigState, string>> = {
  same: "same as declared",
  changed: "another than declared",
  absent: "no entry",
  invalid: "read differently by different consumers",
  notCollected: "not collected",
};
