import { credentialSharedOf } from "../credential/credential-shared.ts";
import { type Fact, type FactDeclaration, known } from "../fact.ts";
import { enumFact } from "../fact-type.ts";
import { everyReason } from "../gaps.ts";
import { unknownFor } from "../known.ts";
import type { CredentialSubject } from "../subject.ts";
import { newerLoadedOf } from "./newer-loaded.ts";

const REGRESSIONS = ["no", "yes"] as const;
type Regression = (typeof REGRESSIONS)[number] | "notCollected";

export const declaredRegressed: FactDeclaration<CredentialSubject, Regression> = {
  name: "declared.regressed",
  type: enumFact("Regression", [...REGRESSIONS, "notCollected"]),
  mayBeAbsent: false,
  reasons: everyReason,
  reads: [
    "/credentials/<name>/declared",
    "/credentials/<name>/previous",
    "/objects/v1~1Node~1~1*/metadata/annotations",
    "/proofs",
    "/talos/*",
  ],
  doc: "Whether the fleet has loaded a credential that was first declared after the declared one: yes if a marker or a hand-off names it, in whatever run it was written, or a runtime started with it configured. The same credential under another ciphertext is no other. notCollected where the profile collects no history of declarations.",
  derive: (subject, _read, note) => {
    if (!credentialSharedOf(subject).history.isCollected) return notCollected;
    const { sightings, doubts } = newerLoadedOf(subject);
    if (note !== undefined) for (const { path, text } of sightings) note(path, text);
    if (sightings.length > 0) return yes;
    return doubts.length > 0 ? unknownFor(doubts, { oneOf: REGRESSIONS }) : no;
  },
};

const notCollected: Fact<Regression> = known("notCollected");
const yes: Fact<Regression> = known("yes");
const no: Fact<Regression> = known("no");
