import type { UnknownReason } from "../engine/facts/fact.ts";
import { compareInstants } from "../engine/facts/instant-text.ts";
import { eachOnce, type Known, unknownFor } from "../engine/facts/known.ts";
import { changesDiffers } from "../engine/facts/node/changes/changes-differs.ts";
import { changesEffect } from "../engine/facts/node/changes/changes-effect.ts";
import { diffConfigs } from "../engine/facts/node/changes/config-diff.ts";
import { judgedElsewhere } from "../engine/facts/node/changes/node-changes.ts";
import { renderedConfigOf } from "../engine/facts/node/changes/rendered-config.ts";
import { untold } from "../engine/facts/node/config-at-boot.ts";
import { nodeTalosVersion } from "../engine/facts/node/node-talos-version.ts";
import {
  activeConfigOf,
  missingFromTalos,
  startNotRead,
  talosRecordOf,
  timeNotRead,
} from "../engine/facts/node/talos-record.ts";
import { compareText } from "../input/compare-text.ts";
import { configClassOf, digestKeysOf, UNKNOWN_KEY } from "./config-class.ts";
import { type Doubt, moved, unconfirmed } from "./doubt.ts";
import type { Seen, SeenNode } from "./seen-node.ts";
import type { Warrant } from "./warrant.ts";

/** What a warrant binds of a node's machine configs. */
export type BoundChanges = NonNullable<Warrant["config"]>;

/** Stands in where it is not known; what holds it is not issued. */
export const noChanges: BoundChanges = {
  active: "",
  rendered: "",
  keys: [],
  differs: false,
  effect: "",
};

export function isRenderedCollected({ source }: SeenNode): boolean {
  return source.profile.spec.nodes?.rendered === true;
}

/** The active and the rendered config, but for what the credentials are judged by, and what the difference takes. */
export function seenChangesOf(seen: SeenNode): Seen<BoundChanges> {
  const { subject } = seen.node;
  return {
    fact: "config.rendered",
    path: ["rendered", "machineConfigs", subject.node.metadata.name],
    value: readChanges(seen),
  };
}

function readChanges({ source, node: { subject, reader } }: SeenNode): Known<BoundChanges> {
  const differs = reader.read(changesDiffers);
  const effect = reader.read(changesEffect);
  const [active, rendered] = [activeConfigOf(subject), renderedConfigOf(subject)];
  const reasons = [differs, effect].flatMap((fact) =>
    fact.state === "unknown" ? fact.reasons : [],
  );
  if (reasons.length > 0) return unknownFor(eachOnce(reasons));
  if (active === undefined || rendered === undefined) return unknownFor([notGiven]);
  const leftOut = source.once(judgedElsewhere);
  const keys = [active, rendered].flatMap((config) => digestKeysOf(config, leftOut));
  return {
    state: "value",
    value: {
      active: configClassOf(active, leftOut),
      rendered: configClassOf(rendered, leftOut),
      keys: [...new Set(keys)].sort(compareText),
      differs: differs.state === "value" && differs.value,
      effect: effect.state === "value" ? effect.value : "",
    },
  };
}

const notGiven: UnknownReason = {
  code: "NotRead",
  detail: "no active and no rendered machine config to compare",
};

/** Whether what Git renders is what the node has, and whether that is still what a warrant is for. */
export interface ChangesProgress {
  /** Nothing is left to be written; true as well where nothing was bound. */
  readonly isApplied: boolean;
  /** What was bound to be written is active, wherever the next boot starts from. */
  readonly isActive: boolean;
  readonly doubts: readonly Doubt[];
}

/**
 * Another config than the bound one is to be written, or what it is written over is another: both void. A reboot that is
 * still to come starts from the disk, so there too it must be.
 */
export function changesSince(
  seen: SeenNode,
  { config: bound, action }: Warrant,
  isConsumed: boolean,
): ChangesProgress {
  if (bound === undefined) return notBound;
  const { fact, value } = seenChangesOf(seen);
  if (value.state === "unknown")
    return notApplied(unconfirmed(fact, bound.rendered, value.reasons));
  const now = value.value;
  if (now.rendered !== bound.rendered)
    return isComparable(now, bound)
      ? doubtful({ fact, bound: bound.rendered, now: now.rendered })
      : notApplied(unconfirmed(fact, bound.rendered, [otherKeys]));
  if (now.differs && isConsumed)
    return doubtful({ fact: "config.active", bound: "as rendered", now: "another than rendered" });
  if (now.differs && now.active !== bound.active)
    return doubtful({ fact: "config.active", bound: bound.active, now: now.active });
  if (now.differs) return notApplied([]);
  if (!bound.differs) return notBound;
  return action.obligations.includes("reboot")
    ? ofReboot(seen, bound, isConsumed)
    : { isApplied: true, isActive: true, doubts: [] };
}

function doubtful(fact: Parameters<typeof moved>[0]): ChangesProgress {
  return notApplied(moved(fact));
}

function notApplied(doubts: readonly Doubt[]): ChangesProgress {
  return { isApplied: false, isActive: false, doubts };
}

const notBound: ChangesProgress = { isApplied: true, isActive: false, doubts: [] };

/** Digests that differ say something only where one key made them. */
function isComparable(now: BoundChanges, bound: BoundChanges): boolean {
  return now.keys.join() === bound.keys.join() && !now.keys.includes(UNKNOWN_KEY);
}

const otherKeys: UnknownReason = {
  code: "Incomparable",
  detail: "machine configs are digested with other keys than when the warrant was issued",
  cure: "one key for the plan and its checks (--fingerprint-key FILE)",
};

/** It is active. Before the reboot it must be on disk as well; after it, it must have been there when the node booted. */
function ofReboot(seen: SeenNode, bound: BoundChanges, isConsumed: boolean): ChangesProgress {
  if (isConsumed) {
    const reasons = bound.effect === "reboot" ? notBootedFrom(seen.node) : [];
    return { isApplied: true, isActive: true, doubts: doubtAll("config.active", reasons) };
  }
  const onDisk = isOnDisk(seen);
  return onDisk.state === "value"
    ? { isApplied: onDisk.value, isActive: true, doubts: [] }
    : {
        isApplied: false,
        isActive: true,
        doubts: unconfirmed("config.disk", bound.rendered, onDisk.reasons),
      };
}

function doubtAll(fact: string, reasons: readonly UnknownReason[]): readonly Doubt[] {
  return reasons.length === 0 ? [] : unconfirmed(fact, "as rendered", reasons);
}

function isOnDisk({ source, node: { subject, reader } }: SeenNode): Known<boolean> {
  const persistent = talosRecordOf(subject)?.machineConfig?.persistent;
  const rendered = renderedConfigOf(subject);
  if (persistent === undefined || rendered === undefined) {
    // Before Talos 1.10 nobody can tell, and writing once more would not show either.
    if (untold(reader.read(nodeTalosVersion)).length > 0) return { state: "value", value: true };
    const detail = "persistent machine config not read";
    return unknownFor(missingFromTalos(subject, detail, "machineconfig"));
  }
  const { certain, open } = diffConfigs(
    { active: persistent, rendered },
    source.once(judgedElsewhere),
  );
  if (certain.length > 0 || open.length === 0)
    return { state: "value", value: certain.length === 0 };
  return unknownFor(eachOnce(open.map(({ reason }) => reason)));
}

/** Why it is not known that the node booted from what is active now: it may have been written since. */
function notBootedFrom({ subject }: SeenNode["node"]): readonly UnknownReason[] {
  const record = talosRecordOf(subject);
  const [started, written] = [record?.runtimeStartedAt, record?.machineConfig?.active?.updatedAt];
  if (started === undefined) return startNotRead(subject);
  if (written === undefined)
    return timeNotRead(subject, "last write of the machine config not read", "machineconfig");
  return (compareInstants(written, started) ?? 1) < 0 ? [] : [writtenSince];
}

const writtenSince: UnknownReason = {
  code: "NotRecorded",
  detail:
    "the machine config was written after the node had booted; whether it booted from the same is not told",
  cure: "plan again",
};
