import { credentialSharedOf } from "../credential/credential-shared.ts";
import { type FactDeclaration, known } from "../fact.ts";
import { stringListFact } from "../fact-type.ts";
import { everyReason } from "../gaps.ts";
import { unknownFor } from "../known.ts";
import type { CredentialSubject } from "../subject.ts";
import { declaredRegressed } from "./declared-regressed.ts";
import { newerLoadedOf } from "./newer-loaded.ts";

/** How many are named; further ones are counted. */
const NAMED_MAX = 3;

export const declaredNewerLoaded: FactDeclaration<CredentialSubject, readonly string[]> = {
  name: "declared.newerLoaded",
  type: stringListFact,
  mayBeAbsent: false,
  reasons: everyReason,
  reads: declaredRegressed.reads,
  doc: "Where a newer credential than the declared one was seen to be loaded, and when that was first declared; the first three and how many more. Unknown while there may be further ones.",
  derive: (subject) => {
    if (!credentialSharedOf(subject).history.isCollected) return known([]);
    const { sightings, doubts } = newerLoadedOf(subject);
    if (doubts.length > 0) return unknownFor(doubts);
    const named = sightings.slice(0, NAMED_MAX).map(({ text }) => text);
    const more = sightings.length - NAMED_MAX;
    return known(more > 0 ? [...named, `and ${more} more`] : named);
  },
};
