import { compareText } from "../../../input/compare-text.ts";
import { credentialSharedOf } from "../credential/credential-shared.ts";
import type { UnknownReason } from "../fact.ts";
import { reasonsOf } from "../known.ts";
import { valueAt } from "../read-object.ts";
import type { FactSource } from "../subject.ts";
import { type Hold, holdsOf } from "./holds.ts";
import { leaseOf } from "./lease.ts";
import { notReadOf } from "./node-object.ts";
import { nodesSharedOf } from "./nodes-shared.ts";
import type { RecoveryRecord } from "./recovery-record.ts";
import { isLifecycleTaint, taintsIn, taintsOf } from "./scheduling-taints.ts";

/** Why a hold may not be taken off, or why that is not known; undefined: this does not speak against it. */
export type Obstacle = string | readonly UnknownReason[] | undefined;

/**
 * Everything that may speak against taking a hold off, in the order in which it is told. It may be taken off
 * where nothing does: its holder is not alive and got nowhere, or says itself that the way back is safe
 * (the reference script's reconciler and fence report, one set of rules for both).
 */
export function obstaclesTo(hold: Hold, source: FactSource): readonly Obstacle[] {
  const { record } = hold;
  return [
    typeof hold.node.metadata.deletionTimestamp === "string"
      ? "the node is being deleted"
      : undefined,
    ownRecord(hold),
    ...(record === undefined
      ? [hold.problem === undefined ? withoutRecord(hold) : undefined]
      : [
          phaseOf(record),
          revisionOf(record, source),
          intentOf(record, hold),
          groupOf(hold, source),
        ]),
    otherRecords(hold, source),
    lease(source),
  ];
}

function ownRecord({ problem }: Hold): Obstacle {
  return typeof problem === "string" ? `its recovery record is invalid: ${problem}` : problem;
}

function withoutRecord({ phase }: Hold): Obstacle {
  if (phase === "claimed") return undefined;
  return phase === undefined
    ? "it does not say how far it got, and keeps no recovery record"
    : `it got as far as \`${phase}\`, and keeps no recovery record`;
}

function phaseOf({ phase }: RecoveryRecord): Obstacle {
  return phase === "rollback-safe" || phase === "release-ready"
    ? undefined
    : `its recovery record says \`${phase}\`: the node is in the middle of a change`;
}

/** A proof was written for that revision, so the node is done only while it is the declared one. */
function revisionOf({ phase, desiredRevision }: RecoveryRecord, source: FactSource): Obstacle {
  if (phase !== "release-ready") return undefined;
  const revisions = (source.profile.spec.credentials ?? []).map(
    (credential) => credentialSharedOf({ source, credential }).declared.revision,
  );
  const isDeclared = revisions.some(
    (revision) => revision.state === "value" && revision.value === desiredRevision,
  );
  if (isDeclared) return undefined;
  const reasons = reasonsOf(revisions);
  return reasons.length > 0
    ? reasons
    : "it was made ready for another revision than the declared one";
}

/** Somebody has scheduled on the node since: taking the hold off would undo that. */
function intentOf({ initialTaints }: RecoveryRecord, { node }: Hold): Obstacle {
  const taints = taintsOf(node);
  if (taints === undefined) return [notReadOf(node, "spec")];
  if (valueAt(node, ["spec", "unschedulable"]) !== true) return "its cordon was taken off since";
  const isSame = intentText(taintsIn(initialTaints)) === intentText(taints);
  return isSame ? undefined : "its taints are not those that were recorded";
}

/** Taints that someone put on, normalised: those that come and go by themselves are left out on both sides. */
function intentText(taints: ReturnType<typeof taintsIn>): string {
  const texts = taints.filter((taint) => !isLifecycleTaint(taint)).map(({ text }) => text);
  return [...new Set(texts)].sort(compareText).join(" ");
}

/** An owner's nodes are released together or not at all. */
function groupOf({ owner, record }: Hold, source: FactSource): Obstacle {
  const group = [...holdsOf(source).values()].filter((other) => other.owner === owner);
  const isMixed = group.some((other) => other.record?.phase !== record?.phase);
  if (isMixed) return "the nodes of its owner stand at different phases";
  return unseen(source);
}

/** One record that cannot be read may hide how far any transaction got. */
function otherRecords(hold: Hold, source: FactSource): Obstacle {
  const reasons: UnknownReason[] = [];
  for (const { key, problem } of holdsOf(source).values()) {
    if (key === hold.key) continue;
    if (typeof problem === "string") {
      return "a recovery record of another node is invalid, which blocks all recovery";
    }
    reasons.push(...(problem ?? []));
  }
  const more = unseen(source) ?? [];
  return reasons.length + more.length > 0 ? [...reasons, ...more] : undefined;
}

function unseen(source: FactSource): readonly UnknownReason[] | undefined {
  const reasons = nodesSharedOf(source).unseen();
  return reasons.length > 0 ? reasons : undefined;
}

/** Who holds the Lease may be alive, whatever its age: that it expired is no proof of death. */
function lease(source: FactSource): Obstacle {
  const found = leaseOf(source);
  switch (found.state) {
    case "notNamed":
      return [noLease];
    case "unknown":
      return found.reasons;
    case "free":
      return undefined;
    case "held":
      return found.holder === source.holder
        ? undefined
        : `the Lease is held by ${found.holder}, which may be alive even where it has expired`;
  }
}

const noLease: UnknownReason = {
  code: "NotRecorded",
  detail: "the profile names no Lease, so whether a holder is alive is not known",
  cure: "name the Lease under `nodes.lease` of the profile",
};
