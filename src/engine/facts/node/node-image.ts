import { credentialSharedOf } from "../credential/credential-shared.ts";
import {
  type Fact,
  type FactDeclaration,
  known,
  type Note,
  type ReadFact,
  type UnknownReason,
} from "../fact.ts";
import { enumFact } from "../fact-type.ts";
import { everyReason } from "../gaps.ts";
import { eachOnce, type Known, reasonsOf, unknownFor } from "../known.ts";
import type { NodeCredentialSubject } from "../subject.ts";
import { judgeHandOffs } from "./hand-off-judgement.ts";
import { judgeMarkerClaim } from "./marker-claim.ts";
import { annotationOf } from "./node-object.ts";

export const IMAGE_STATES = ["proved", "unproved"] as const;
export type ImageState = (typeof IMAGE_STATES)[number];

export const nodeImage: FactDeclaration<NodeCredentialSubject, ImageState> = {
  name: "image",
  type: enumFact("ImageState", IMAGE_STATES),
  mayBeAbsent: false,
  reasons: everyReason,
  reads: [
    "/git/files/<file>/values",
    "/objects/v1~1Node~1~1<node>/metadata/annotations",
    "/proofs",
  ],
  doc: "Whether a proof of the declared credential names the image that Git desires: the pair of annotations on the Node, its claim still holding, or an accepted hand-off. Proved where the profile names no image.",
  derive: (subject, read, note) => {
    const desired = credentialSharedOf(subject).desiredImage;
    if (desired === undefined) return proved;
    const byHandOff = provedByHandOff(subject, desired);
    if (byHandOff === true) return noted(subject, note);
    const byMarker = provedByMarker(subject, desired, { read, note });
    if (byMarker === true) return proved;
    const reasons = [...reasonsIn(byHandOff), ...reasonsIn(byMarker)];
    return reasons.length === 0 ? unproved : unknownFor(eachOnce(reasons));
  },
};

const proved: Fact<ImageState> = known("proved");
const unproved: Fact<ImageState> = known("unproved");

/** Yes, no, or why it is not known. */
type Proof = boolean | readonly UnknownReason[];

function reasonsIn(proof: Proof): readonly UnknownReason[] {
  return typeof proof === "boolean" ? [] : proof;
}

function provedByHandOff(subject: NodeCredentialSubject, desired: Known<string>): Proof {
  const { listings, reasons: doubts } = judgeHandOffs(subject);
  const reasons = [...doubts];
  for (const { reading, isCertain } of listings) {
    if (desired.state === "unknown") reasons.push(...desired.reasons);
    else if (isCertain && reading.document.image === desired.value) return true;
  }
  return reasons.length === 0 ? false : reasons;
}

function provedByMarker(
  subject: NodeCredentialSubject,
  desired: Known<string>,
  {
    read,
    note,
  }: { readonly read: ReadFact<NodeCredentialSubject>; readonly note: Note | undefined },
): Proof {
  const key = subject.credential.proof.image;
  const claimed = key === undefined ? undefined : annotationOf(subject.node, key);
  if (key === undefined || claimed === undefined) return false;
  if (desired.state === "value" && claimed !== desired.value) return false;
  const claim = judgeMarkerClaim(subject, read, note);
  if (claim.state === "void") return false;
  const reasons = reasonsOf([desired, claim]);
  if (reasons.length > 0) return reasons;
  note?.(["objects", subject.nodeKey, "metadata", "annotations", key], claimed);
  return true;
}

function noted(subject: NodeCredentialSubject, note: Note | undefined): Fact<ImageState> {
  for (const { reading } of note === undefined ? [] : judgeHandOffs(subject).listings) {
    note?.(["proofs", `${reading.at}`, "image"], reading.document.image);
  }
  return proved;
}
