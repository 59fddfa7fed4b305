import type { Profile } from "../../../profile/profile.ts";
import type { IndexedObject } from "../../../snapshot/object-index.ts";
import type { ClusterObject } from "../../../snapshot/snapshot.ts";
import type { UnknownReason } from "../fact.ts";
import type { FactSource } from "../subject.ts";
import { annotationOf, notReadOf } from "./node-object.ts";
import { type RecoveryRecord, readRecoveryRecord } from "./recovery-record.ts";

/** What a transaction wrote on a Node that it holds. */
export interface Hold {
  readonly node: ClusterObject;
  readonly key: string;
  /** Undefined: a recovery record without an owner. */
  readonly owner: string | undefined;
  /** How far its holder says it got; absent where it says nothing. */
  readonly phase: string | undefined;
  /** Undefined: there is none, or it is invalid. */
  readonly record: RecoveryRecord | undefined;
  /** Why its recovery record is invalid, or why that is not known; neither: it is valid or there is none. */
  readonly problem: string | readonly UnknownReason[] | undefined;
}

type OwnershipKeys = NonNullable<NonNullable<Profile["spec"]["nodes"]>["ownership"]>;

/** Every Node that somebody holds, the caller too. A lone phase is what a normal release leaves behind: no hold. */
export function holdsOf(source: FactSource): ReadonlyMap<string, Hold> {
  return source.once(readHolds);
}

function readHolds({ profile, index }: FactSource): ReadonlyMap<string, Hold> {
  const holds = new Map<string, Hold>();
  const keys = profile.spec.nodes?.ownership;
  for (const node of keys === undefined ? [] : index.ofKind("v1/Node")) {
    const hold = keys === undefined ? undefined : readHold(node, keys);
    if (hold !== undefined) holds.set(node.key, hold);
  }
  return holds;
}

function readHold({ key, object }: IndexedObject, keys: OwnershipKeys): Hold | undefined {
  const owner = filled(object, keys.owner);
  const text = filled(object, keys.recovery);
  if (owner === undefined && text === undefined) return undefined;
  const read = text === undefined ? undefined : readRecoveryRecord(text);
  const problem = typeof read === "string" ? read : read && misfitOf(read, object, owner);
  const isValid = typeof read === "object" && problem === undefined;
  const phase = filled(object, keys.phase);
  return { node: object, key, owner, phase, record: isValid ? read : undefined, problem };
}

/**
 * Whether the caller holds it, or why that is not known: the owner is the caller, and so is that of the recovery record, if
 * there is one, which was written on this machine. That the Node is being deleted makes it nobody else's.
 */
export function whoseHold(
  { owner, problem }: Hold,
  { holder }: FactSource,
): "own" | "other" | readonly UnknownReason[] {
  if (holder === undefined || owner !== holder) return "other";
  if (problem === undefined || problem === BEING_DELETED) return "own";
  return typeof problem === "string" ? "other" : problem;
}

const BEING_DELETED = "its node is being deleted";

/** Why a record does not belong where it stands. */
function misfitOf(
  { owner, uid }: RecoveryRecord,
  node: ClusterObject,
  holder: string | undefined,
): Hold["problem"] {
  if (holder === undefined) return "there is no owner beside it";
  if (owner !== holder) return "it names another owner than the Node's annotation";
  const { uid: nodeUid, deletionTimestamp } = node.metadata;
  if (nodeUid === undefined) return [notReadOf(node, "uid")];
  if (uid !== nodeUid) return "it was written on another machine";
  return typeof deletionTimestamp === "string" ? BEING_DELETED : undefined;
}

function filled(node: ClusterObject, key: string | undefined): string | undefined {
  const text = key === undefined ? undefined : annotationOf(node, key);
  return text === "" ? undefined : text;
}
