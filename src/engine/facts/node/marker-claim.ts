import { credentialSharedOf } from "../credential/credential-shared.ts";
import type { Fact, Note, ReadFact, UnknownReason } from "../fact.ts";
import { eachOnce, reasonsOf, unknownFor } from "../known.ts";
import type { NodeCredentialSubject } from "../subject.ts";
import { isVanishing } from "./annotation-vanishing.ts";
import { type ClaimBasis, type ClaimJudgement, judgeClaim, judgeUnbound } from "./claim.ts";
import { type MarkerState, nodeMarker } from "./node-marker.ts";
import { annotationOf, notReadOf } from "./node-object.ts";

/** Whether the marker on the Node proves that its runtime works with the declared credential (E3). */
export function judgeMarkerClaim(
  subject: NodeCredentialSubject,
  read: ReadFact<NodeCredentialSubject>,
  note: Note | undefined,
): ClaimJudgement {
  const named = judgeMarkerName(subject, read);
  if (named.state === "void") return named;
  const claim = judgeByStayingRun(subject, read, note);
  if (claim.state === "void") return claim;
  if (named.doubts.length > 0) {
    return unknownFor(eachOnce([...named.doubts, ...reasonsOf([claim])]));
  }
  if (claim.state === "holds") noteBinding(subject, claim.basis, note);
  return claim;
}

/**
 * By the run that the marker records, if that stays: what is about to be deleted or overwritten still shows that the
 * claim was made in another run, and binds it to none.
 */
function judgeByStayingRun(
  subject: NodeCredentialSubject,
  read: ReadFact<NodeCredentialSubject>,
  note: Note | undefined,
): ClaimJudgement {
  const key = subject.credential.proof.bootId;
  const recorded = recordedAt(subject, key);
  const bound = judgeClaim(recorded, subject, read, note);
  if (key === undefined || recorded === undefined || bound.state === "void") return bound;
  const leaving = isVanishing(subject, key);
  if (leaving.state === "value" && !leaving.value) return bound;
  const unbound = judgeUnbound("vanishing", subject, read, note);
  if (leaving.state === "value") return bound.state === "unknown" ? bound : unbound;
  if (bound.state === "holds" && unbound.state === "holds") {
    return { ...unbound, doubts: eachOnce([...unbound.doubts, ...leaving.reasons]) };
  }
  return unknownFor(eachOnce([...reasonsOf([bound, unbound]), ...leaving.reasons]));
}

/** Whether a marker names the declared credential on this machine, in whatever run that was written. */
export type MarkerName =
  | { readonly state: "void"; readonly problem: string }
  /** It does, unless there are doubts. */
  | { readonly state: "named"; readonly doubts: readonly UnknownReason[] };

export function judgeMarkerName(
  subject: NodeCredentialSubject,
  read: ReadFact<NodeCredentialSubject>,
): MarkerName {
  const doubts = namesAnother(subject, read(nodeMarker));
  if (doubts === true) return noMarker;
  const boundUid = recordedAt(subject, subject.credential.proof.uid);
  const nodeUid = subject.node.metadata.uid;
  if (boundUid === undefined || boundUid === nodeUid) return { state: "named", doubts };
  return nodeUid === undefined
    ? { state: "named", doubts: [notReadOf(subject.node, "uid"), ...doubts] }
    : otherMachine;
}

const noMarker: MarkerName = {
  state: "void",
  problem: "it does not name the declared credential",
};
const otherMachine: MarkerName = { state: "void", problem: "it was made on another machine" };

/** True if the marker certainly does not name the declared credential, else why it may not. */
function namesAnother(
  subject: NodeCredentialSubject,
  state: Fact<MarkerState>,
): true | readonly UnknownReason[] {
  if (state.state === "value" && state.value === "current") return sure;
  const mayBeOther =
    state.state === "unknown" || (state.state === "value" && state.value === "other");
  if (!mayBeOther) return true;
  const values = state.state === "unknown" ? (state.oneOf ?? []) : ["other"];
  const text = annotationOf(subject.node, subject.credential.proof.revision) ?? "";
  // Another revision may be the same credential, encrypted anew.
  const names = credentialSharedOf(subject).history.isDeclared(text);
  if (!values.includes("current") && !values.includes("other")) return true;
  if (names.state === "value" && !names.value) return true;
  return reasonsOf([state, names]);
}

const sure: readonly UnknownReason[] = [];

function recordedAt(subject: NodeCredentialSubject, key: string | undefined): string | undefined {
  const value = key === undefined ? undefined : annotationOf(subject.node, key);
  return value === "" ? undefined : value;
}

function noteBinding(
  subject: NodeCredentialSubject,
  basis: ClaimBasis,
  note: Note | undefined,
): void {
  const { revision, uid, bootId } = subject.credential.proof;
  for (const key of [revision, uid, basis === "run" ? bootId : undefined]) {
    const value = recordedAt(subject, key);
    if (key !== undefined && value !== undefined) {
      note?.(["objects", subject.nodeKey, "metadata", "annotations", key], value);
    }
  }
}
