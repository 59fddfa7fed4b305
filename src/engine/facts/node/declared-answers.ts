import { objectKey } from "../../../snapshot/snapshot.ts";
import { credentialSharedOf } from "../credential/credential-shared.ts";
import type { UnknownReason } from "../fact.ts";
import { compareInstants } from "../instant-text.ts";
import { eachOnce } from "../known.ts";
import type { CredentialSubject } from "../subject.ts";
import { type ToldProbe, toldProbesOf } from "../told-probes.ts";
import { nodeCredentialReader } from "./node-credential-readers.ts";
import { nodeLoad } from "./node-load.ts";
import { nodesSharedOf } from "./nodes-shared.ts";
import { judgeProbeRun } from "./probe-run.ts";

/** What a registry was seen to answer to the declared credential. */
export interface DeclaredAnswers {
  /** Denied, and not taken later on. */
  readonly refusals: readonly ToldProbe[];
  readonly passes: readonly ToldProbe[];
  /** Something else may be a refusal, or a pass. */
  readonly mayRefuse: boolean;
  readonly mayPass: boolean;
  /** Why there may be other answers than these; empty: there are none. */
  readonly doubts: readonly UnknownReason[];
}

type Weighed = ToldProbe & {
  /** Why it may be of another credential; empty: it is of the declared one. */
  readonly doubts: readonly UnknownReason[];
};

export function answersOf(subject: CredentialSubject): DeclaredAnswers {
  const { source, credential } = subject;
  const { told: probes, unread } = toldProbesOf(source);
  const weighed = probes.flatMap((told): readonly Weighed[] => {
    const { probe } = told;
    if (probe.credential !== credential.name || probe.result === "failed") return [];
    const doubts = probe.through === "registry" ? ofRevision(told, subject) : ofRun(told, subject);
    return doubts === undefined ? [] : [{ ...told, doubts }];
  });
  const pulls = weighed.filter(({ probe }) => probe.result === "pulled");
  const denials = weighed.filter(({ probe }) => probe.result === "denied");
  const refusals: ToldProbe[] = [];
  const reasons: UnknownReason[] = [...unread];
  let mayRefuse = unread.length > 0;
  for (const denied of denials) {
    const answered = answeredBy(denied, pulls);
    if (answered === true) continue;
    const doubts = [...denied.doubts, ...answered];
    if (doubts.length === 0) refusals.push(denied);
    else mayRefuse = true;
    reasons.push(...doubts);
  }
  const passes = pulls.filter(({ doubts }) => doubts.length === 0);
  const mayPass = unread.length > 0 || passes.length < pulls.length;
  if (refusals.length > 0) return { refusals, passes, mayRefuse, mayPass, doubts: unread };
  reasons.push(...pulls.flatMap(({ doubts }) => doubts));
  return { refusals, passes, mayRefuse, mayPass, doubts: eachOnce(reasons) };
}

/** Undefined if it was certainly not tried with the declared credential, else why it may not have been. */
function ofRevision(
  { probe: { revision, at } }: ToldProbe,
  subject: CredentialSubject,
): readonly UnknownReason[] | undefined {
  const { history } = credentialSharedOf(subject);
  if (revision !== undefined) {
    const isDeclared = history.wasTriedWith(revision);
    if (isDeclared.state === "unknown") return isDeclared.reasons;
    return isDeclared.value ? [] : undefined;
  }
  // The recorded day may be that of a newer ciphertext, which only a history tells.
  const first = history.isCollected ? history.first.at : undefined;
  const isBefore =
    at !== undefined && first?.state === "value" && (compareInstants(at, first.value) ?? 0) < 0;
  return isBefore ? undefined : [unrecorded("revision")];
}

/** The same of a pull through a kubelet: it was tried with what the node has loaded now, and that is the declared one. */
function ofRun(
  { probe }: ToldProbe,
  subject: CredentialSubject,
): readonly UnknownReason[] | undefined {
  if (probe.through !== "kubelet" || probe.uncached !== true) return undefined;
  const nodeKey = objectKey("v1", "Node", undefined, probe.node ?? "");
  const node = subject.source.index.get(nodeKey);
  if (node === undefined) {
    const unseen = nodesSharedOf(subject.source).unseen();
    return unseen.length === 0 ? undefined : unseen;
  }
  const each = { ...subject, nodeKey, node };
  const { read } = nodeCredentialReader(each);
  const load = read(nodeLoad);
  if (load.state === "value" && load.value !== "same") return undefined;
  const run = judgeProbeRun(probe, each, read);
  if (run === false) return undefined;
  return [...(load.state === "unknown" ? load.reasons : []), ...(run === true ? [] : run)];
}

/** True where a denied pull of the same image certainly went through at that instant or later, else why it may have. */
function answeredBy(denied: Weighed, pulls: readonly Weighed[]): true | readonly UnknownReason[] {
  const reasons: UnknownReason[] = [];
  for (const pulled of pulls) {
    const doubts = doubtsOf(denied.probe, pulled.probe);
    if (doubts === undefined) continue;
    const all = [...doubts, ...pulled.doubts];
    if (all.length === 0) return true;
    reasons.push(...all);
  }
  return reasons;
}

function doubtsOf(
  denied: ToldProbe["probe"],
  pulled: ToldProbe["probe"],
): readonly UnknownReason[] | undefined {
  if (denied.image !== undefined && pulled.image !== undefined && denied.image !== pulled.image) {
    return undefined;
  }
  const isDated = denied.at !== undefined && pulled.at !== undefined;
  if (isDated && (compareInstants(pulled.at, denied.at) ?? -1) < 0) return undefined;
  return [
    ...(denied.image === undefined || pulled.image === undefined ? [unrecorded("image")] : []),
    ...(isDated ? [] : [unrecorded("at")]),
  ];
}

function unrecorded(field: "image" | "at" | "revision"): UnknownReason {
  return {
    code: "NotRecorded",
    detail: `a pull that was denied or went through does not record its \`${field}\``,
    cure: `record \`${field}\` of each pull in the Probes document`,
  };
}
