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
import { isVanishing } from "./annotation-vanishing.ts";
import { judgeHandOffs } from "./hand-off-judgement.ts";
import { judgeMarkerName } from "./marker-claim.ts";
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
    "/talos/<node>/machineConfig/active/documents/*/nodeAnnotations",
    "/credentials/<name>",
    "/proofs",
  ],
  doc: "Whether a proof of the declared credential, of whatever run of the node, names the image that Git desires: the pair of annotations on the Node, both staying, or an accepted hand-off. Proved where the profile names no image.",
  derive: (subject, read, note) => {
    const desired = credentialSharedOf(subject).desiredImage;
    if (desired === undefined) return proved;
    const byHandOff = provedByHandOff(subject, desired);
    if (typeof byHandOff === "number") {
      note?.(["proofs", `${byHandOff}`, "image"], desired.state === "value" ? desired.value : "");
      return proved;
    }
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

function reasonsIn(proof: Proof | number): readonly UnknownReason[] {
  return typeof proof === "object" ? proof : [];
}

/** The place of the hand-off that proves it, if one does. */
function provedByHandOff(subject: NodeCredentialSubject, desired: Known<string>): Proof | number {
  const { listings, reasons: doubts } = judgeHandOffs(subject);
  const reasons = [...doubts];
  for (const { reading, isCertain } of listings) {
    if (desired.state === "unknown") reasons.push(...desired.reasons);
    else if (isCertain && reading.document.image === desired.value) return reading.at;
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
  // An image stays pulled over reboots: unlike the load, it asks for no claim that still holds.
  const named = judgeMarkerName(subject, read);
  const leaving = isVanishing(subject, key);
  if (named.state === "void" || (leaving.state === "value" && leaving.value)) return false;
  const reasons = [...reasonsOf([desired, leaving]), ...named.doubts];
  if (reasons.length > 0) return reasons;
  const at = ["objects", subject.nodeKey, "metadata", "annotations"];
  const { revision } = subject.credential.proof;
  note?.([...at, revision], annotationOf(subject.node, revision) ?? "");
  note?.([...at, key], claimed);
  return true;
}
