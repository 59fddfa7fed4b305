import { type FactDeclaration, known } from "../fact.ts";
import { stringFact } from "../fact-type.ts";
import type { CredentialSubject } from "../subject.ts";
import { credentialSharedOf } from "./credential-shared.ts";

export const credentialHost: FactDeclaration<CredentialSubject, string> = {
  name: "credential.host",
  type: stringFact,
  mayBeAbsent: false,
  reasons: [],
  reads: [],
  doc: "The registry host that the profile names, in its canonical spelling.",
  derive: (subject) => known(credentialSharedOf(subject).declared.host),
};
