import { groupBy } from "../../../input/group-by.ts";
import type { ProbeRecord } from "../../../snapshot/snapshot.ts";
import { type FactDeclaration, known, type ReadFact, unknown } from "../fact.ts";
import { boolFact } from "../fact-type.ts";
import { everyReason, gapsOf, missingReasons } from "../gaps.ts";
import { eachOnce, unknownFor } from "../known.ts";
import type { FactSource, NodeCredentialSubject } from "../subject.ts";
import { nodeLoad } from "./node-load.ts";
import { judgeProbeRun } from "./probe-run.ts";

export const runtimePulls: FactDeclaration<NodeCredentialSubject, boolean> = {
  name: "pulls",
  type: boolFact,
  mayBeAbsent: false,
  reasons: everyReason,
  reads: ["/probes", ...nodeLoad.reads],
  doc: "The node's runtime can pull with what it has loaded: that is the declared credential, or an uncached pull through the kubelet in this run of the runtime went through. False where such a pull was denied. A runtime with an earlier credential may still pull, so without a try that is unknown.",
  derive: (subject, read, note) => {
    const load = read(nodeLoad);
    const probes = probesInThisRun(subject, read);
    for (const { at, probe } of probes) note?.(["probes", String(at), "result"], probe.result);
    const isDenied = probes.some(({ probe }) => probe.result === "denied");
    const isPulled = probes.some(({ probe }) => probe.result === "pulled");
    const isLoaded = load.state === "value" && load.value === "same";
    if (isDenied && (isPulled || isLoaded))
      return unknown("Inconsistent", "a pull was denied that should go through");
    if (isDenied) return known(false);
    if (isPulled || isLoaded) return known(true);
    const untried = missingReasons(gapsOf(subject.source).within("probes"), soughtOn(subject));
    return unknownFor(eachOnce([...(load.state === "unknown" ? load.reasons : []), ...untried]));
  },
};

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
): readonly SeenProbe[] {
  const { source, node, credential } = subject;
  const key = keyOf(credential.name, node.metadata.name);
  return (source.once(kubeletProbes).get(key) ?? []).filter(
    ({ probe }) => judgeProbeRun(probe, subject, read) === true,
  );
}

interface SeenProbe {
  /** Its place in the snapshot's list. */
  readonly at: number;
  readonly probe: ProbeRecord;
}

/** Uncached pulls through a kubelet, by credential and node: only they say what the runtime works with. */
function kubeletProbes({ snapshot: { probes = [] } }: FactSource) {
  const seen = probes.map((probe, at): SeenProbe => ({ at, probe }));
  return groupBy(seen, ({ probe }) =>
    probe.node !== undefined && probe.through === "kubelet" && probe.uncached === true
      ? keyOf(probe.credential, probe.node)
      : undefined,
  );
}

function keyOf(credential: string, node: string): string {
  return `${credential} ${node}`;
}
