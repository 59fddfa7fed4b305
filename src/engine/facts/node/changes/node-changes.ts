import { proofKeys } from "../../../../profile/proof-keys.ts";
import type { MachineConfigRecord } from "../../../../snapshot/snapshot.ts";
import { credentialSharedOf } from "../../credential/credential-shared.ts";
import type { UnknownReason } from "../../fact.ts";
import { eachOnce } from "../../known.ts";
import type { FactSource, NodeSubject } from "../../subject.ts";
import { activeConfigOf, missingFromTalos, restOfConfig } from "../talos-record.ts";
import { annotationsIn } from "./annotation-diff.ts";
import { diffConfigs } from "./config-diff.ts";
import type { ConfigDiff, LeftOut } from "./placed-change.ts";
import {
  isRenderedCollected,
  missingRendered,
  renderedConfigOf,
  restOfRendered,
} from "./rendered-config.ts";

/** What a node's rendered machine config would change about the active one, as far as both are known. */
export type NodeChanges =
  | { readonly state: "notCollected" }
  | { readonly state: "unknown"; readonly reasons: readonly UnknownReason[] }
  | {
      readonly state: "read";
      readonly diff: ConfigDiff;
      /** Keys of proofs that the active config has and the rendered one lacks or has otherwise. */
      readonly droppedProofs: readonly string[];
    };

/** Worked out once a node and evaluation, whoever asks. */
export function nodeChangesOf(subject: NodeSubject): NodeChanges {
  const known = subject.source.once(createChanges);
  const earlier = known.get(subject.nodeKey);
  if (earlier !== undefined) return earlier;
  const changes = readChanges(subject);
  known.set(subject.nodeKey, changes);
  return changes;
}

function createChanges(_source: FactSource): Map<string, NodeChanges> {
  return new Map();
}

function readChanges(subject: NodeSubject): NodeChanges {
  const { source } = subject;
  if (!isRenderedCollected(subject)) return { state: "notCollected" };
  const active = activeConfigOf(subject);
  const rendered = renderedConfigOf(subject);
  const unread = [
    ...(active === undefined
      ? missingFromTalos(subject, "active machine config not read", "machineconfig")
      : withoutLogins(restOfConfig(subject))),
    ...(rendered === undefined
      ? missingRendered(subject, "rendered machine config not given")
      : withoutLogins(restOfRendered(subject))),
  ];
  if (active === undefined || rendered === undefined || unread.length > 0) {
    return { state: "unknown", reasons: eachOnce(unread) };
  }
  const leftOut = source.once(judgedElsewhere);
  return {
    state: "read",
    diff: diffConfigs({ active, rendered }, leftOut),
    droppedProofs: droppedProofs(active, rendered, leftOut.annotations),
  };
}

/** What of a machine config some credential of the profile is judged by, and no rendering. */
export function judgedElsewhere(source: FactSource): LeftOut {
  const { credentials = [] } = source.profile.spec;
  return {
    hosts: new Set(
      credentials.map((credential) => credentialSharedOf({ source, credential }).declared.host),
    ),
    annotations: proofKeys(source.profile),
  };
}

function droppedProofs(
  active: MachineConfigRecord,
  rendered: MachineConfigRecord,
  keys: ReadonlySet<string>,
): readonly string[] {
  const [before, after] = [annotationsIn(active), annotationsIn(rendered)];
  return [...before.keys()]
    .filter((key) => keys.has(key) && before.get(key) !== after.get(key))
    .sort();
}

/** A login that was masked stands in its entry, and is looked at there. */
function withoutLogins(reasons: readonly UnknownReason[]): readonly UnknownReason[] {
  return reasons.filter(({ code }) => code !== "Withheld");
}
