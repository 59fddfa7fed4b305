import { groupBy } from "../../../input/group-by.ts";
import { credentialSharedOf } from "../credential/credential-shared.ts";
import { type Fact, type FactDeclaration, known, type ReadFact, unknown } from "../fact.ts";
import { boolFact } from "../fact-type.ts";
import { everyReason, gapsOf, missingReasons } from "../gaps.ts";
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
  doc: "The node's runtime can pull with what it has loaded: that is the declared credential, or an uncached pull through the kubelet in this run of the runtime went through, and no credential that the runtime may have instead is known to be revoked. False where such a pull was denied, whatever is loaded. A runtime with an earlier credential may still pull, so without a try that is unknown.",
  derive: (subject, read, note) => {
    const load = read(nodeLoad);
    const probes = probesInThisRun(subject, read);
    for (const { at, probe } of probes) note?.(["probes", String(at), "result"], probe.result);
    const isDenied = probes.some(({ probe }) => probe.result === "denied");
    const isPulled = probes.some(({ probe }) => probe.result === "pulled");
    if (isDenied && isPulled)
      return unknown("Inconsistent", "a pull was denied that should go through");
    if (isDenied) return known(false);
    if (isPulled) return stillPulls(subject, load);
    const gaps = gapsOf(subject.source).within("probes");
    const untried = missingReasons(gaps, soughtOn(subject));
    if (load.state === "value" && load.value === "same") {
      // The registry may refuse the declared credential as well: a pull that was denied counts for more.
      const denied = deniedHere(subject, read);
      return denied.state === "unknown" ? denied : known(true);
    }
    return unknownFor(eachOnce([...(load.state === "unknown" ? load.reasons : []), ...untried]));
  },
};

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

/** Tries that were certainly made by the runtime as it runs now. */
function probesInThisRun(
  subject: NodeCredentialSubject,
  read: ReadFact<NodeCredentialSubject>,
): readonly ToldProbe[] {
  return probesOn(subject).filter(({ probe }) => judgeProbeRun(probe, subject, read) === true);
}

/** Whether an uncached pull through the kubelet was denied to the runtime as it runs now. */
export function deniedHere(
  subject: NodeCredentialSubject,
  read: ReadFact<NodeCredentialSubject>,
): Known<boolean> {
  const runs = probesOn(subject).map(
    ({ probe }) => probe.result === "denied" && judgeProbeRun(probe, subject, read),
  );
  if (runs.includes(true)) return known(true);
  const gaps = gapsOf(subject.source).within("probes");
  const unread = gaps.length === 0 ? [] : missingReasons(gaps, soughtOn(subject));
  const doubts = [...runs.flatMap((run) => (typeof run === "boolean" ? [] : run)), ...unread];
  return doubts.length === 0 ? known(false) : unknownFor(eachOnce(doubts));
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
