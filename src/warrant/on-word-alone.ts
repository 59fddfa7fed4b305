import { claimUnbound } from "../engine/facts/node/claim-unbound.ts";
import type { NodeCredentialSubject } from "../engine/facts/subject.ts";
import type { Judged } from "../engine/subjects.ts";

/**
 * Whether a credential counts as loaded by nothing firmer than a proof that names no run of the runtime, taken at its
 * word. Of a node whose runtime was known to have another one that is too little: the proof may be from before.
 */
export function isOnWordAlone({ reader }: Judged<NodeCredentialSubject>): boolean {
  const unbound = reader.read(claimUnbound);
  return unbound.state !== "value" || unbound.value;
}
