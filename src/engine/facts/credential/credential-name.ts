import { type FactDeclaration, known } from "../fact.ts";
import { stringFact } from "../fact-type.ts";
import type { CredentialSubject } from "../subject.ts";

export const credentialName: FactDeclaration<CredentialSubject, string> = {
  name: "credential.name",
  type: stringFact,
  mayBeAbsent: false,
  reasons: [],
  reads: [],
  doc: "The profile's name for the credential.",
  derive: ({ credential }) => known(credential.name),
};
