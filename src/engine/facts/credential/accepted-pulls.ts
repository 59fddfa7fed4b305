import type { ProbeRecord } from "../../../snapshot/snapshot.ts";
import type { UnknownReason } from "../fact.ts";
import { compareInstants } from "../instant-text.ts";
import { eachOnce } from "../known.ts";
import type { CredentialSubject } from "../subject.ts";
import { toldProbesOf } from "../told-probes.ts";
import { credentialSharedOf } from "./credential-shared.ts";

/** Whether the registry itself accepts the declared credential for the image of a refused pull. */
export type Acceptance =
  /** @param at - Place of the accepted pull among the probes. */
  | { readonly state: "yes"; readonly at: number }
  | { readonly state: "no"; readonly problem: string }
  | { readonly state: "unknown"; readonly reasons: readonly UnknownReason[] };

/**
 * Looks for a pull of the same image, directly from the registry with a revision of the declared credential, at
 * or after the refused one. An earlier one would not do: the credential may have been revoked in between, and then
 * it is the declared one that was refused.
 */
export function acceptedAfter(refused: ProbeRecord, subject: CredentialSubject): Acceptance {
  const reasons: UnknownReason[] = [];
  for (const { at, probe } of toldProbesOf(subject.source).told) {
    if (!isAnswer(probe, refused)) continue;
    const doubts = doubtsAbout(probe, refused, subject);
    if (doubts === undefined) continue;
    if (doubts.length === 0) return { state: "yes", at };
    reasons.push(...doubts);
  }
  return reasons.length > 0 ? { state: "unknown", reasons: eachOnce(reasons) } : notAccepted;
}

const notAccepted: Acceptance = {
  state: "no",
  problem:
    "no later pull of the same image from the registry shows that the declared credential is accepted",
};

function isAnswer(probe: ProbeRecord, refused: ProbeRecord): boolean {
  return (
    probe.through === "registry" &&
    probe.result === "pulled" &&
    probe.credential === refused.credential
  );
}

/** Why it may not show that; undefined if it certainly does not. */
function doubtsAbout(
  probe: ProbeRecord,
  refused: ProbeRecord,
  subject: CredentialSubject,
): readonly UnknownReason[] | undefined {
  const { image, at, revision } = probe;
  if (image === undefined || refused.image === undefined) return [unrecorded("image")];
  if (image !== refused.image) return undefined;
  if (at === undefined || refused.at === undefined) return [unrecorded("at")];
  if ((compareInstants(at, refused.at) ?? -1) < 0) return undefined;
  if (revision === undefined) return [unrecorded("revision")];
  const isDeclared = credentialSharedOf(subject).history.wasTriedWith(revision);
  if (isDeclared.state === "unknown") return isDeclared.reasons;
  return isDeclared.value ? [] : undefined;
}

function unrecorded(field: "image" | "at" | "revision"): UnknownReason {
  return {
    code: "NotRecorded",
    detail: `a refused pull, or the one that was accepted, does not record its \`${field}\``,
    cure: `record \`${field}\` of each pull in the Probes document`,
  };
}
