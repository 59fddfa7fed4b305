import { groupBy } from "../../input/group-by.ts";
import { type EtcdMemberRecord, etcdMembersOf } from "../facts/node/etcd-state.ts";
import type { NodeSubject } from "../facts/subject.ts";
import type { Judged } from "../subjects.ts";

/** Two control planes whose answers cannot both be those of members of one healthy cluster. */
export interface EtcdContradiction {
  readonly nodes: readonly string[];
  readonly what: string;
}

interface Row {
  readonly node: string;
  readonly member: EtcdMemberRecord;
}

/**
 * What no single answer shows: one member that two nodes take for theirs, as when one machine was asked under two
 * names, and members that follow different leaders, as on two sides of a split or in an election.
 */
export function etcdContradictions(
  controlPlanes: readonly Judged<NodeSubject>[],
): readonly EtcdContradiction[] {
  const rows = controlPlanes.flatMap(({ name, subject }): readonly Row[] =>
    etcdMembersOf(subject).map((member) => ({ node: name, member })),
  );
  return [...sharedMembers(rows), ...differentLeaders(rows)];
}

function sharedMembers(rows: readonly Row[]): readonly EtcdContradiction[] {
  return [...groupBy(rows, ({ member }) => member.id).values()]
    .map((same) => [...new Set(same.map(({ node }) => node))])
    .filter((nodes) => nodes.length > 1)
    .map((nodes) => ({ nodes, what: "tell of the same member" }));
}

function differentLeaders(rows: readonly Row[]): readonly EtcdContradiction[] {
  const following = rows.filter(({ member }) => member.leader !== undefined);
  const [first] = following;
  const other = following.find(({ member }) => member.leader !== first?.member.leader);
  if (first === undefined || other === undefined) return [];
  return [{ nodes: [first.node, other.node], what: "follow different leaders" }];
}
