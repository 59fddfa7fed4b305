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
    contested:
      "E6: a pull was refused that the registry accepts with the declared credential, and it is not recorded whether the runtime was answered later",
  },
  judge: (subject, read, note) => {
    const { denials, contested, doubts, unread } = judgeDenials(subject, read);
    const [denial] = denials;
    if (denial !== undefined && unread.length === 0) {
      note?.(["probes", `${denial.at}`], "refused in this run of the runtime");
      note?.(["probes", `${denial.acceptedAt}`], "accepted with the declared credential");
      return "changed";
    }
    if (contested.length > 0 && unread.length === 0) return "contested";
    return contested.length + doubts.length + unread.length > 0 ? "unknown" : "nothing";
  },
  lacks: (subject, read) => {
    const { contested, doubts, unread, silences } = judgeDenials(subject, read);
    return eachOnce([...contested, ...doubts, ...unread, ...silences]);
  },
};

interface Judgement {
  /** Places of refused pulls that count, and of the pulls that make them count. */
  readonly denials: readonly { readonly at: number; readonly acceptedAt: number }[];
  /** Why a later pull may take back what is else a denial. */
  readonly contested: readonly UnknownReason[];
  /** Why some pull may count. */
  readonly doubts: readonly UnknownReason[];
  /** Why there may be further pulls, also such as take back what these say. */
  readonly unread: readonly UnknownReason[];
  /** Why pulls that were tried through this node say nothing. */
  readonly silences: readonly UnknownReason[];
}

type Reading =
  | { readonly state: "silent"; readonly reason: UnknownReason }
  | { readonly state: "contested" | "doubtful"; readonly reasons: readonly UnknownReason[] }
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
    contested: readings.flatMap((reading) =>
      reading.state === "contested" ? reading.reasons : [],
    ),
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
  const answered = answeredLater(probe, subject, read);
  if (answered === true) return silent("a later pull of the same image was answered");
  const accepted = acceptedAfter(probe, subject);
  if (accepted.state === "no") return silent(accepted.problem);
  if (run !== true) return { state: "doubtful", reasons: run };
  if (accepted.state === "unknown") return { state: "doubtful", reasons: accepted.reasons };
  if (answered.length > 0) return { state: "contested", reasons: answered };
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

/**
 * True where the same image was certainly pulled by this run of the runtime at that instant or later, past what
 * the node had stored: what had refused does so no more. Else why it may have been.
 */
function answeredLater(
  denied: ProbeRecord,
  subject: NodeCredentialSubject,
  read: ReadFact<NodeCredentialSubject>,
): true | readonly UnknownReason[] {
  const reasons: UnknownReason[] = [];
  for (const { probe } of toldProbesOf(subject.source).told) {
    if (!isOfSamePull(probe, denied)) continue;
    const doubts = doubtsAboutAnswer(probe, denied, { subject, read });
    if (doubts === undefined) continue;
    if (doubts.length === 0) return true;
    reasons.push(...doubts);
  }
  return reasons;
}

function isOfSamePull(
  { through, node, credential, image, result, uncached }: ProbeRecord,
  denied: ProbeRecord,
): boolean {
  return (
    through === "kubelet" &&
    result === "pulled" &&
    uncached !== false &&
    node === denied.node &&
    credential === denied.credential &&
    (image === undefined || image === denied.image)
  );
}

/** Why a pull may not be an answer to a refused one; undefined if it certainly is none. */
function doubtsAboutAnswer(
  answer: ProbeRecord,
  denied: ProbeRecord,
  {
    subject,
    read,
  }: {
    readonly subject: NodeCredentialSubject;
    readonly read: ReadFact<NodeCredentialSubject>;
  },
): readonly UnknownReason[] | undefined {
  const { at, image, uncached } = answer;
  const isDated = at !== undefined && denied.at !== undefined;
  if (isDated && (compareInstants(at, denied.at) ?? -1) < 0) return undefined;
  const run = judgeProbeRun(answer, subject, read);
  if (run === false) return undefined;
  return [
    ...(isDated ? [] : [unrecorded("at")]),
    ...(image === undefined ? [unrecorded("image")] : []),
    ...(uncached === undefined ? [unrecorded("uncached")] : []),
    // What came after a pull of this run is of this run as well, unless it names another boot.
    ...(run === true || (isDated && answer.bootId === undefined) ? [] : run),
  ];
}

function unrecorded(field: "at" | "image" | "uncached"): UnknownReason {
  return {
    code: "NotRecorded",
    detail: `a pull that went through, and may have come after a refused one, does not record its \`${field}\``,
    cure: `record \`${field}\` of each pull in the Probes document`,
  };
}
