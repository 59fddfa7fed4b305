import type { AnyFact } from "../fact.ts";
import type { CredentialSubject } from "../subject.ts";
import { claimsUnbound } from "./claims-unbound.ts";
import { credentialHost } from "./credential-host.ts";
import { credentialName } from "./credential-name.ts";
import { declared } from "./declared.ts";
import { handOffsRejected } from "./hand-offs-rejected.ts";
import { live } from "./live.ts";
import { liveDiffering } from "./live-differing.ts";

/** What expressions about one credential may read. */
export const credentialFacts: readonly AnyFact<CredentialSubject>[] = [
  credentialName,
  credentialHost,
  declared,
  live,
  liveDiffering,
  claimsUnbound,
  handOffsRejected,
];
