import { groupBy } from "../../../input/group-by.ts";
import { credentialSharedOf } from "../credential/credential-shared.ts";
import {
  type Fact,
  type FactDeclaration,
  known,
  type ReadFact,
  type UnknownReason,
  unknown,
} from "../fact.ts";
import { boolFact } from "../fact-type.ts";
import { everyReason, gapsOf, missingReasons } from "../gaps.ts";
import { compareInstants } from "../instant-text.ts";
import { eachOnce, type Known, unknownFor } from "../known.ts";
import type { FactSource, NodeCredentialSubject } from "../subject.ts";
import { type ToldProbe, toldProbesOf } from "../told-probes.ts";
import { nodeLoad } from "./node-load.ts";
import { judgeProbeRun } from "./probe-run.ts";

export const runtimePulls: FactDeclaration<NodeCredentialSubject, boolean> = {
  name: "pulls",
  type: boolFact,
  mayBeAbsent: false,
  reasons: everyReason,
  reads: ["/probes", "/credentials/<name>/previous", ...nodeLoad.reads],
  doc: "The node's runtime can pull with what it has loaded: that is the declared credential, or an uncached pull through the kubelet in this run of the runtime went through, and no credential that the runtime may have instead is known to be revoked. False where such a pull was denied, whatever is loaded, and no later one of the same image went through. A runtime with an earlier credential may still pull, so without a try that is unknown.",
  derive: (subject, read, note) => {
    const load = read(nodeLoad);
    const { denials, pulls, doubts } = standingTries(subject, read);
    for (const { at, probe } of [...denials, ...pulls]) {
      note?.(["probes", String(at), "result"], probe.result);
    }
    if (denials.length > 0 && pulls.length > 0) return contradicting(subject);
    const isTried = denials.length > 0 || pulls.length > 0;
    // The registry may refuse the declared credential as well: a pull that was denied counts for more.
    if (isTried || (load.state === "value" && load.value === "same")) {
      if (doubts.length > 0) return unknownFor(doubts);
      return denials.length > 0 ? known(false) : stillPulls(subject, load);
    }
    const gaps = gapsOf(subject.source).within("probes");
    const untried = missingReasons(gaps, soughtOn(subject));
    return unknownFor(eachOnce([...(load.state === "unknown" ? load.reasons : []), ...untried]));
  },
};

function contradicting(subject: NodeCredentialSubject): Fact<boolean> {
  const { name } = subject.node.metadata;
  return unknown("Inconsistent", "one pull was denied and another went through", {
    cure: `pull each image on ${name} once more, uncached, and record \`image\` and \`at\` of each in the Probes document`,
  });
}

/**
 * A pull with another credential than the declared one says nothing once that is revoked, and when one was revoked
 * nobody tells: a pull from before it looks like one from after it.
 */
function stillPulls(subject: NodeCredentialSubject, load: Fact<string>): Fact<boolean> {
  const { isCollected, others } = credentialSharedOf(subject).history;
  if (!isCollected || (load.state === "value" && load.value === "same")) return known(true);
  if (others.seen.some(({ revoked }) => revoked === true)) return pulledBefore(subject);
  return others.unseen.length === 0 ? known(true) : unknownFor(others.unseen);
}

function pulledBefore({ node }: NodeCredentialSubject): Fact<boolean> {
  const { name } = node.metadata;
  return unknown(
    "NotRecorded",
    `the runtime of \`${name}\` pulled, perhaps before a credential that it may have loaded was revoked`,
    { cure: `what shows that ${name} has the declared credential loaded` },
  );
}

function soughtOn({ node, credential }: NodeCredentialSubject): { detail: string; cure: string } {
  const { name } = node.metadata;
  return {
    detail: `no uncached pull through the kubelet of \`${name}\` seen in this run of its runtime`,
    cure: `-f a Probes document: pull an image of ${credential.host} on ${name}, uncached, without pull secret`,
  };
}

/** Whether an uncached pull through the kubelet was denied to the runtime as it runs now, and not answered since. */
export function deniedHere(
  subject: NodeCredentialSubject,
  read: ReadFact<NodeCredentialSubject>,
): Known<boolean> {
  const { denials, doubts } = standingTries(subject, read);
  if (doubts.length > 0) return unknownFor(doubts);
  return known(denials.length > 0);
}

interface StandingTries {
  /** Certainly made by the runtime as it runs now, and not overtaken by a later try of the same image. */
  readonly denials: readonly ToldProbe[];
  readonly pulls: readonly ToldProbe[];
  /** Why there may be further denials, or something that overtakes these. */
  readonly doubts: readonly UnknownReason[];
}

/** What the uncached pulls through the kubelet come to in this run of the runtime. */
function standingTries(
  subject: NodeCredentialSubject,
  read: ReadFact<NodeCredentialSubject>,
): StandingTries {
  const tries = probesOn(subject)
    .filter(({ probe }) => probe.result !== "failed")
    .map((told) => ({ told, run: judgeProbeRun(told.probe, subject, read) }));
  const certain = tries.flatMap(({ told, run }) => (run === true ? told : []));
  const denied = certain.filter(({ probe }) => probe.result === "denied");
  const pulled = certain.filter(({ probe }) => probe.result === "pulled");
  const isOvertaken = { denied: overtakenBy(pulled), pulled: overtakenBy(denied) };
  const gaps = gapsOf(subject.source).within("probes");
  const doubts = tries.flatMap(({ told, run }) =>
    typeof run === "boolean" || told.probe.result !== "denied" || isOvertaken.denied(told)
      ? []
      : run,
  );
  return {
    denials: denied.filter((told) => !isOvertaken.denied(told)),
    pulls: pulled.filter((told) => !isOvertaken.pulled(told)),
    doubts: eachOnce([
      ...doubts,
      ...(gaps.length === 0 ? [] : missingReasons(gaps, soughtOn(subject))),
    ]),
  };
}

/** Whether one of these is of the same image as a try, and certainly later. */
function overtakenBy(others: readonly ToldProbe[]): (told: ToldProbe) => boolean {
  const latest = new Map<string, string>();
  for (const { probe } of others) {
    const { image, at } = probe;
    if (image !== undefined && at !== undefined && isLater(at, latest.get(image))) {
      latest.set(image, at);
    }
  }
  return ({ probe: { image, at } }) => {
    const last = image === undefined ? undefined : latest.get(image);
    return last !== undefined && at !== undefined && isLater(last, at);
  };
}

function isLater(text: string, than: string | undefined): boolean {
  return than === undefined || (compareInstants(text, than) ?? 0) > 0;
}

function probesOn({ source, node, credential }: NodeCredentialSubject): readonly ToldProbe[] {
  return source.once(kubeletProbes).get(keyOf(credential.name, node.metadata.name)) ?? [];
}

/** Uncached pulls through a kubelet, by credential and node: only they say what the runtime works with. */
function kubeletProbes(source: FactSource) {
  return groupBy(toldProbesOf(source).told, ({ probe }) =>
    probe.node !== undefined && probe.through === "kubelet" && probe.uncached === true
      ? keyOf(probe.credential, probe.node)
      : undefined,
  );
}

function keyOf(credential: string, node: string): string {
  return `${credential} ${node}`;
}
