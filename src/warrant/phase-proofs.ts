import { credentialSharedOf } from "../engine/facts/credential/credential-shared.ts";
import type { Fact, UnknownReason } from "../engine/facts/fact.ts";
import { compareInstants } from "../engine/facts/instant-text.ts";
import { eachOnce, type Known, unknownFor } from "../engine/facts/known.ts";
import type { ConfigState } from "../engine/facts/node/config-against-declared.ts";
import { configAtBoot } from "../engine/facts/node/config-at-boot.ts";
import { judgeMarkerClaim } from "../engine/facts/node/marker-claim.ts";
import { nodeConfig } from "../engine/facts/node/node-config.ts";
import { nodeEvictablePods } from "../engine/facts/node/node-evictable-pods.ts";
import { nodeImage } from "../engine/facts/node/node-image.ts";
import { nodeMarker } from "../engine/facts/node/node-marker.ts";
import { bootIdOf } from "../engine/facts/node/node-object.ts";
import { nodeReady } from "../engine/facts/node/node-ready.ts";
import { taintsOf } from "../engine/facts/node/scheduling-taints.ts";
import { talosRecordOf, timeNotRead } from "../engine/facts/node/talos-record.ts";
import type { NodeCredentialSubject } from "../engine/facts/subject.ts";
import type { Judged } from "../engine/subjects.ts";
import type { Snapshot } from "../snapshot/snapshot.ts";
import { runtimeStartSeenOn, type SeenNode } from "./seen-node.ts";
import type { Warrant } from "./warrant.ts";

type Pair = Judged<NodeCredentialSubject>;

/**
 * Whether the node's config is the declared one, for each credential of which configs are collected. A reboot that is
 * still to come starts from the config on disk: that must not be known to be another one.
 */
export function isConfigApplied({ pairs }: SeenNode, mustBoot: boolean): Known<boolean> {
  const reasons: UnknownReason[] = [];
  for (const { reader } of pairs) {
    const config = reader.read(nodeConfig);
    if (config.state === "unknown") reasons.push(...config.reasons);
    if (isAnother(config) || (mustBoot && isAnother(reader.read(configAtBoot))))
      return { state: "value", value: false };
  }
  return reasons.length > 0 ? unknownFor(eachOnce(reasons)) : { state: "value", value: true };
}

function isAnother(config: Fact<ConfigState>): boolean {
  return config.state === "value" && config.value !== "same" && config.value !== "notCollected";
}

/** Whether a decision that asks for a patch does so for something else than that the config on disk was not read. */
export function isDiskRead({ pairs }: SeenNode): boolean {
  return pairs.every(({ reader }) => reader.read(configAtBoot).state === "value");
}

/** Whether another run of the runtime than the bound one loaded what is configured: it started after the last write. */
export function isRuntimeRestarted(seen: SeenNode, bound: Warrant["node"]): Known<boolean> {
  const start = runtimeStartSeenOn(seen).value;
  if (start.state === "unknown") return start;
  const since = compareInstants(start.value, bound.runtimeStartedAt ?? "");
  if (since !== undefined && since <= 0) return { state: "value", value: false };
  const { subject } = seen.node;
  const written = talosRecordOf(subject)?.registryConfigUpdatedAt;
  const order = written === undefined ? undefined : compareInstants(start.value, written);
  if (order !== undefined) return { state: "value", value: order > 0 };
  const what = "etcfilestatus cri/conf.d/cri.toml";
  return unknownFor(timeNotRead(subject, "registry config time not read", what));
}

/** Whether all is off the node that an eviction takes off. False as well where Pods were not all listed. */
export function isDrained({ node: { reader } }: SeenNode): boolean {
  const evictable = reader.read(nodeEvictablePods);
  return evictable.state === "value" && evictable.value === 0;
}

/** Taints that a node wears until it is back. */
const startupTaints: readonly string[] = [
  "node.kubernetes.io/not-ready",
  "node.kubernetes.io/unreachable",
  "node.cilium.io/agent-not-ready",
];

export function isBack({ node: { reader, subject } }: SeenNode): Known<boolean> {
  const ready = reader.read(nodeReady);
  if (ready.state === "unknown") return unknownFor(ready.reasons);
  const isTainted = (taintsOf(subject.node) ?? []).some(({ key }) => startupTaints.includes(key));
  return { state: "value", value: ready.state === "value" && ready.value && !isTainted };
}

/**
 * Whether the proof on the Node was written for this run of the runtime. Where the profile names no annotation
 * for the boot id the run cannot be told; then a marker counts that was not there when the warrant was issued.
 */
export function isProofWritten({ subject, reader }: Pair, { credentials }: Warrant): boolean {
  const marker = reader.read(nodeMarker);
  const image = reader.read(nodeImage);
  if (marker.state !== "value" || marker.value !== "current") return false;
  if (image.state !== "value" || image.value !== "proved") return false;
  if (subject.credential.proof.bootId !== undefined) {
    const claim = judgeMarkerClaim(subject, reader.read, undefined);
    return claim.state === "holds" && claim.basis === "run";
  }
  const bound = credentials.find(({ name }) => name === subject.credential.name);
  return bound !== undefined && bound.marker !== "current" && bound.marker !== "unknown";
}

/** Where the run of a proof cannot be told, a current one is all there is to see once the pull is proved. */
export function isProofShown({ subject, reader }: Pair): boolean {
  const marker = reader.read(nodeMarker);
  const image = reader.read(nodeImage);
  return (
    subject.credential.proof.bootId === undefined &&
    marker.state === "value" &&
    marker.value === "current" &&
    image.state === "value" &&
    image.value === "proved"
  );
}

type Probe = NonNullable<Snapshot["probes"]>[number];

/** Whether the image was pulled uncached through the kubelet in this run, since the warrant was issued. */
export function isPulled(pair: Pair, warrant: Warrant): boolean {
  return probesSince(pair, warrant).some(
    ({ result, uncached }) => result === "pulled" && uncached === true,
  );
}

/** Whether the registry refused such a pull: the runtime does not work with the declared credential. */
export function isDenied(pair: Pair, warrant: Warrant): boolean {
  const probes = probesSince(pair, warrant);
  const lastOf = (result: Probe["result"]): string =>
    probes.reduce((last, probe) => (probe.result === result ? later(last, probe.at) : last), "");
  const denied = lastOf("denied");
  return denied !== "" && later(denied, lastOf("pulled")) === denied;
}

function probesSince({ subject }: Pair, { takenAt }: Warrant): readonly Probe[] {
  const { source, credential, node } = subject;
  const bootId = bootIdOf(node);
  const startedAt = talosRecordOf(subject)?.runtimeStartedAt;
  const image = credentialSharedOf(subject).desiredImage;
  return (source.snapshot.probes ?? []).filter(
    (probe) =>
      probe.through === "kubelet" &&
      probe.credential === credential.name &&
      probe.node === node.metadata.name &&
      bootId !== undefined &&
      probe.bootId === bootId &&
      (image === undefined || (image.state === "value" && probe.image === image.value)) &&
      isAfter(probe.at, takenAt) &&
      (startedAt === undefined || isAfter(probe.at, startedAt)),
  );
}

function isAfter(text: string | undefined, instant: string): boolean {
  return text !== undefined && (compareInstants(text, instant) ?? 0) > 0;
}

function later(a: string, b: string | undefined): string {
  if (a === "" || b === undefined || b === "") return a === "" ? (b ?? "") : a;
  return (compareInstants(a, b) ?? 0) >= 0 ? a : b;
}
