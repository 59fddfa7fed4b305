import { isCovered } from "../../../snapshot/coverage.ts";
import type { Fact } from "../fact.ts";
import { gapsOf, missingReasons } from "../gaps.ts";
import { unknownFor } from "../known.ts";
import type { CredentialSubject } from "../subject.ts";
import { AUTH_COMPARISONS, type AuthComparison, compareWithDeclared } from "./against-declared.ts";
import { credentialSharedOf } from "./credential-shared.ts";
import { credentialRecord } from "./declared-credential.ts";
import { authFor, noAuth } from "./host-auth.ts";

/** What one Secret in the cluster holds, against what is declared. */
export interface LiveSecret {
  /** `namespace/name`. */
  readonly name: string;
  readonly state: Fact<AuthComparison>;
}

/** Each live Secret that the profile names, in its order. */
export function liveSecretsOf(subject: CredentialSubject): readonly LiveSecret[] {
  return (subject.credential.live ?? []).map((secret) => {
    const name = `${secret.namespace}/${secret.name}`;
    return { name, state: stateOf(name, secret.namespace, subject) };
  });
}

function stateOf(
  name: string,
  namespace: string,
  subject: CredentialSubject,
): Fact<AuthComparison> {
  const { source, credential } = subject;
  const { declared } = credentialSharedOf(subject);
  const live = credentialRecord(source.snapshot, credential.name)?.live;
  const record = live !== undefined && Object.hasOwn(live, name) ? live[name] : undefined;
  const where = `the Secret ${name}`;
  if (record !== undefined) {
    return compareWithDeclared(authFor(declared.host, record.entries), declared, where);
  }
  const gaps = gapsOf(source).on("credentials", credential.name);
  const isListed = isCovered(source.snapshot, { kind: "v1/Secret", namespace }) === "complete";
  if (gaps.length === 0 && isListed) return compareWithDeclared(noAuth, declared, where);
  const cure = `kubectl get secrets -n ${namespace} -o json`;
  return unknownFor(missingReasons(gaps, { detail: `${where} not read`, cure }), {
    oneOf: AUTH_COMPARISONS,
  });
}
