import type { TalosNodeRecord } from "../../../snapshot/snapshot.ts";
import { type FactDeclaration, known, type UnknownReason } from "../fact.ts";
import { enumFact } from "../fact-type.ts";
import { everyReason, gapsOf, missingReasons } from "../gaps.ts";
import { unknownFor } from "../known.ts";
import type { NodeSubject } from "../subject.ts";
import { isControlPlane } from "./node-role.ts";
import { talosRecordOf } from "./talos-record.ts";

export const ETCD_STATES = [
  "healthy",
  "notOneMember",
  "learner",
  "errors",
  "noLeader",
  "alarm",
  "notCollected",
  "notMember",
] as const;
export type EtcdState = (typeof ETCD_STATES)[number];

export const etcdState: FactDeclaration<NodeSubject, EtcdState> = {
  name: "etcd.state",
  type: enumFact("EtcdState", ETCD_STATES),
  mayBeAbsent: false,
  reasons: everyReason,
  reads: ["/talos/<node>/etcd"],
  doc: "What a control plane's own etcd answered: `healthy` is exactly one member, itself, that follows a leader, is neither a learner nor has errors, and no alarm; else what is wrong first. A worker is `notMember`; `notCollected` where the profile does not ask etcd.",
  derive: (subject, _read, note) => {
    const { node, source } = subject;
    if (!isControlPlane(subject)) return known("notMember");
    if (source.profile.spec.nodes?.etcdCollected !== true) return known("notCollected");
    const { members, alarms } = talosRecordOf(subject)?.etcd ?? {};
    const told = ailmentOf(members, alarms);
    const doubts = doubtsOf(subject, members, alarms);
    const place = ["talos", node.metadata.name, "etcd"];
    if (members !== undefined && (doubts.length === 0 || members.length > 1)) {
      note?.([...place, "members"], members.length);
      if (alarms !== undefined) note?.([...place, "alarms"], alarms.length);
      return known(told ?? "healthy");
    }
    // With more read, an ailment may turn out to be another one, but it will not go away; only a missing
    // row may.
    const isAiling = (alarms ?? []).length > 0 || (members ?? []).some(isAilingRow);
    return unknownFor(doubts, { oneOf: isAiling ? ailments : answers });
  },
};

const ailments: readonly EtcdState[] = ["notOneMember", "learner", "errors", "noLeader", "alarm"];
const answers: readonly EtcdState[] = ["healthy", ...ailments];

type Etcd = NonNullable<TalosNodeRecord["etcd"]>;
export type EtcdMemberRecord = NonNullable<Etcd["members"]>[number];

/** The rows that a node gave of members; none where it was not asked. */
export function etcdMembersOf(subject: NodeSubject): readonly EtcdMemberRecord[] {
  return talosRecordOf(subject)?.etcd?.members ?? [];
}

/** What is wrong with what was read, in the order in which it is told. */
function ailmentOf(members: Etcd["members"], alarms: Etcd["alarms"]): EtcdState | undefined {
  const [member] = members ?? [];
  if (members !== undefined && members.length !== 1) return "notOneMember";
  if (member?.learner === true) return "learner";
  if (member?.hasErrors === true) return "errors";
  if (member !== undefined && member.leader === undefined) return "noLeader";
  return (alarms ?? []).length > 0 ? "alarm" : undefined;
}

function isAilingRow({ learner, hasErrors, leader }: EtcdMemberRecord): boolean {
  return learner || hasErrors || leader === undefined;
}

/** Why there may be more to it than was read; empty: all of it was. */
function doubtsOf(
  { source, node: { metadata } }: NodeSubject,
  members: Etcd["members"],
  alarms: Etcd["alarms"],
): readonly UnknownReason[] {
  const { name } = metadata;
  // What is withheld from a snapshot are logins, never rows of etcd.
  const gaps = gapsOf(source)
    .on("talos", name)
    .filter(({ reason }) => reason !== "Withheld");
  const doubt = (what: "status" | "alarm list"): readonly UnknownReason[] =>
    missingReasons(gaps, {
      detail: `etcd ${what} of \`${name}\` not read`,
      cure: `talosctl -n ${name} etcd ${what}`,
    });
  if (members === undefined) return doubt("status");
  if (gaps.length > 0) return doubt("status");
  return alarms === undefined && ailmentOf(members, undefined) === undefined
    ? doubt("alarm list")
    : [];
}
