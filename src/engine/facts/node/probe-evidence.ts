import type { ProbeRecord } from "../../../snapshot/snapshot.ts";
import { acceptedAfter } from "../credential/accepted-pulls.ts";
import type { ReadFact, UnknownReason } from "../fact.ts";
import { compareInstants } from "../instant-text.ts";
import { eachOnce } from "../known.ts";
import type { NodeCredentialSubject } from "../subject.ts";
import { toldProbesOf } from "../told-probes.ts";
import type { LoadPiece } from "./load-piece.ts";
import { judgeProbeRun } from "./probe-run.ts";

/**
 * E6: in this run of the runtime an uncached pull through the kubelet was refused with an authentication error, while
 * the registry accepts the declared credential for the same image. Nothing less: Talos pulls with what it has
 * configured, a cached image asks nobody, a pull that fails otherwise says nothing of credentials, and one that
 * passes proves that some credential works, not which.
 */
export const probeEvidence: LoadPiece = {
  words: {
    changed: "E6: a pull was refused that the registry accepts with the declared credential",
  },
  judge: (subject, read, note) => {
    const { denials, doubts, unread } = judgeDenials(subject, read);
    const [denial] = denials;
    if (denial !== undefined && unread.length === 0) {
      note?.(["probes", `${denial.at}`], "refused in this run of the runtime");
      note?.(["probes", `${denial.acceptedAt}`], "accepted with the declared credential");
      return "changed";
    }
    return doubts.length + unread.length > 0 ? "unknown" : "nothing";
  },
  lacks: (subject, read) => {
    const { doubts, unread, silences } = judgeDenials(subject, read);
    return eachOnce([...doubts, ...unread, ...silences]);
  },
};

interface Judgement {
  /** Places of refused pulls that count, and of the pulls that make them count. */
  readonly denials: readonly { readonly at: number; readonly acceptedAt: number }[];
  /** Why some pull may count. */
  readonly doubts: readonly UnknownReason[];
  /** Why there may be further pulls, also such as take back what these say. */
  readonly unread: readonly UnknownReason[];
  /** Why pulls that were tried through this node say nothing. */
  readonly silences: readonly UnknownReason[];
}

type Reading =
  | { readonly state: "silent"; readonly reason: UnknownReason }
  | { readonly state: "doubtful"; readonly reasons: readonly UnknownReason[] }
  | { readonly state: "denied"; readonly at: number; readonly acceptedAt: number };

function judgeDenials(
  subject: NodeCredentialSubject,
  read: ReadFact<NodeCredentialSubject>,
): Judgement {
  const { source, credential, node } = subject;
  const { told, unread } = toldProbesOf(source);
  const readings = told.flatMap(({ probe, at }) =>
    probe.node === node.metadata.name && probe.credential === credential.name
      ? [readProbe(subject, read, { probe, at })]
      : [],
  );
  return {
    denials: readings.filter((reading) => reading.state === "denied"),
    doubts: readings.flatMap((reading) => (reading.state === "doubtful" ? reading.reasons : [])),
    unread,
    silences: readings.flatMap((reading) => (reading.state === "silent" ? reading.reason : [])),
  };
}

function readProbe(
  subject: NodeCredentialSubject,
  read: ReadFact<NodeCredentialSubject>,
  { probe, at }: { readonly probe: ProbeRecord; readonly at: number },
): Reading {
  const why = silenceOf(probe);
  if (why !== undefined) return silent(why);
  const run = judgeProbeRun(probe, subject, read);
  if (run === false) return silent("it was tried in another run of the runtime");
  const laterPull = isAnsweredLater(probe, subject);
  if (laterPull) return silent("a later pull of the same image was answered");
  const accepted = acceptedAfter(probe, subject);
  if (accepted.state === "no") return silent(accepted.problem);
  if (run !== true) return { state: "doubtful", reasons: run };
  if (accepted.state === "unknown") return { state: "doubtful", reasons: accepted.reasons };
  return { state: "denied", at, acceptedAt: accepted.at };
}

/** Why a pull says nothing whatever else is known, if so. */
function silenceOf({ through, result, uncached }: ProbeRecord): string | undefined {
  if (through !== "kubelet") return `it went through ${through}, not through the kubelet`;
  if (result === "pulled") return "it passed, which proves that a credential works, not which";
  if (result === "failed") return "it failed, but not by a refused login";
  return uncached === true ? undefined : "the image may have been on the node already";
}

function silent(why: string): Reading {
  const cure = "an uncached pull through the kubelet, as a Probes document";
  return {
    state: "silent",
    reason: { code: "NotRecorded", detail: `a tried pull says nothing: ${why}`, cure },
  };
}

/** The same image was pulled through the kubelet later on: what had refused does so no more. */
function isAnsweredLater(denied: ProbeRecord, { source }: NodeCredentialSubject): boolean {
  return toldProbesOf(source).told.some(
    ({ probe: { through, node, credential, image, result, at } }) =>
      through === "kubelet" &&
      result === "pulled" &&
      node === denied.node &&
      credential === denied.credential &&
      image === denied.image &&
      (at === undefined || denied.at === undefined || (compareInstants(at, denied.at) ?? 0) >= 0),
  );
}
