import type { MachineConfigRecord } from "../../../snapshot/snapshot.ts";
import {
  AUTH_COMPARISONS,
  type AuthComparison,
  compareWithDeclared,
} from "../credential/against-declared.ts";
import { credentialSharedOf } from "../credential/credential-shared.ts";
import { type HostAuth, joinAuth, noAuth } from "../credential/host-auth.ts";
import { type Fact, type FactDeclaration, known, type Note } from "../fact.ts";
import { enumFact } from "../fact-type.ts";
import { everyReason } from "../gaps.ts";
import { unknownFor } from "../known.ts";
import type { NodeCredentialSubject } from "../subject.ts";
import { activeConfigOf, isTalosCollected, missingFromTalos } from "./talos-record.ts";

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
    const auth = authOf(active, declared.host);
    const fact = compareWithDeclared(auth, declared, "the active machine config");
    if (note !== undefined) noteConfig(subject, fact, note);
    return fact;
  },
};

const notCollected: Fact<ConfigState> = known("notCollected");

function authOf({ documents }: MachineConfigRecord, host: string): HostAuth {
  let auth = noAuth;
  for (const { registryAuth } of documents) {
    if (registryAuth === undefined) continue;
    for (const entry of registryAuth) if (entry.host === host) auth = joinAuth(auth, entry);
  }
  return auth;
}

/** Where the config speaks of the host; of all documents where none does. */
function noteConfig(subject: NodeCredentialSubject, fact: Fact<ConfigState>, note: Note): void {
  const { host } = credentialSharedOf(subject).declared;
  const documents = activeConfigOf(subject)?.documents ?? [];
  const at = ["talos", subject.node.metadata.name, "machineConfig", "active", "documents"];
  const seen = fact.state === "value" ? wordsFor[fact.value] : "not comparable";
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
