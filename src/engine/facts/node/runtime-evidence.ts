import type { Fact, UnknownReason } from "../fact.ts";
import { compareInstants } from "../instant-text.ts";
import { reasonsOf } from "../known.ts";
import type { NodeCredentialSubject } from "../subject.ts";
import type { ConfigState } from "./config-against-declared.ts";
import type { LoadPiece, Testimony } from "./load-piece.ts";
import { nodeConfig } from "./node-config.ts";
import { isTalosCollected, startNotRead, talosRecordOf, timeNotRead } from "./talos-record.ts";

/**
 * E1: the runtime started after its registry config last changed, so it loaded what is configured. Of the
 * converse nothing follows. The last write of the machine config is no evidence: every re-render moves it.
 */
export const runtimeEvidence: LoadPiece = {
  words: {
    same: "E1: the runtime started after its registry config last changed, to the declared credential",
    changed:
      "E1: the runtime started after its registry config last changed, without the declared credential",
  },
  judge: (subject, read, note) => {
    const testimony = testimonyOf(read(nodeConfig));
    if (testimony === "nothing") return "nothing";
    const order = startedAfterConfig(subject);
    if (order === false) return "nothing";
    if (order === undefined || testimony === "unknown") return "unknown";
    const at = ["talos", subject.node.metadata.name];
    const { runtimeStartedAt = "", registryConfigUpdatedAt = "" } = talosRecordOf(subject) ?? {};
    note?.([...at, "runtimeStartedAt"], runtimeStartedAt);
    note?.([...at, "registryConfigUpdatedAt"], registryConfigUpdatedAt);
    return testimony;
  },
  lacks: (subject, read) => {
    if (!isTalosCollected(subject)) return [notCollected];
    const reasons: UnknownReason[] = [...reasonsOf([read(nodeConfig)])];
    const { runtimeStartedAt, registryConfigUpdatedAt } = talosRecordOf(subject) ?? {};
    if (runtimeStartedAt === undefined) reasons.push(...startNotRead(subject));
    if (registryConfigUpdatedAt === undefined) reasons.push(...configTimeNotRead(subject));
    if (startedAfterConfig(subject) === false) reasons.push(changedAfterStart);
    return reasons;
  },
};

/** Why it is not known when the runtime's registry config last changed. */
export function configTimeNotRead(subject: NodeCredentialSubject): readonly UnknownReason[] {
  const get = "etcfilestatus cri/conf.d/cri.toml";
  return timeNotRead(subject, "registry config time not read", get);
}

const notCollected: UnknownReason = {
  code: "NotRecorded",
  detail: "the profile does not collect configs and runtime times from Talos",
};
const changedAfterStart: UnknownReason = {
  code: "NotRecorded",
  detail: "the registry config changed after the runtime started, so it may have loaded another",
};

function testimonyOf(configured: Fact<ConfigState>): Testimony {
  if (configured.state !== "value") return "unknown";
  switch (configured.value) {
    case "same":
      return "same";
    case "changed":
    case "absent":
      return "changed";
    case "invalid":
    case "notCollected":
      return "nothing";
  }
}

/** Whether the runtime started after its registry config last changed; undefined where one time was not read. */
export function startedAfterConfig(subject: NodeCredentialSubject): boolean | undefined {
  const { runtimeStartedAt, registryConfigUpdatedAt } = talosRecordOf(subject) ?? {};
  if (runtimeStartedAt === undefined || registryConfigUpdatedAt === undefined) return undefined;
  const order = compareInstants(runtimeStartedAt, registryConfigUpdatedAt);
  return order === undefined ? undefined : order > 0;
}
