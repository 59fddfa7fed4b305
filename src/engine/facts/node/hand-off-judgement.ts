import { credentialSharedOf } from "../credential/credential-shared.ts";
import type { HandOffNode } from "../credential/hand-off-document.ts";
import { type HandOffReading, rejectionText } from "../credential/hand-offs.ts";
import type { UnknownReason } from "../fact.ts";
import type { NodeCredentialSubject } from "../subject.ts";
import { notReadOf } from "./node-object.ts";

/** What the hand-offs can say about a node, each outweighing those before it. */
export const HAND_OFF_STATES = ["none", "rejected", "notListed", "accepted"] as const;
export type HandOffState = (typeof HAND_OFF_STATES)[number];

/** A hand-off that lists this node. */
export interface Listing {
  readonly reading: Exclude<HandOffReading, { state: "rejected" }>;
  readonly listed: HandOffNode;
  /** Its document is accepted, and the UID is the node's; else one of the two is not known. */
  readonly isCertain: boolean;
}

export interface HandOffJudgement {
  /** States that remain possible, in the order of HAND_OFF_STATES; at least one. */
  readonly possible: readonly HandOffState[];
  readonly listings: readonly Listing[];
  /** Why more than one state remains, or why there may be further listings. */
  readonly reasons: readonly UnknownReason[];
  /** UID under which an accepted hand-off lists another machine of this name. */
  readonly otherUid: string | undefined;
  /** Why documents were ignored. */
  readonly rejections: readonly string[];
  /** Some document may yet be accepted or rejected, or there may be further ones. */
  readonly isOpen: boolean;
}

export function judgeHandOffs(subject: NodeCredentialSubject): HandOffJudgement {
  const { handOffs } = credentialSharedOf(subject);
  const { name, uid } = subject.node.metadata;
  const listings: Listing[] = [];
  const reasons = [...handOffs.open];
  const rejections: string[] = [];
  let otherUid: string | undefined;
  let ranks = handOffs.open.length > 0 ? anyRank : rank.none;
  for (const reading of handOffs.readings) {
    if (reading.state === "rejected") rejections.push(rejectionText(reading));
    if (reading.state === "undecided") reasons.push(...reading.reasons);
    const listed = reading.state === "rejected" ? undefined : reading.document.nodes.get(name);
    if (listed !== undefined && uid === undefined) reasons.push(notReadOf(subject.node, "uid"));
    const listing = listingOf(reading, listed, uid);
    if (listing !== undefined) listings.push(listing);
    else if (reading.state === "accepted") otherUid ??= listed?.uid;
    ranks = highestOf(ranks, ranksOf(reading, listing, uid));
  }
  const isOpen = reasons.length > 0;
  return { possible: statesOf(ranks), listings, reasons, otherUid, rejections, isOpen };
}

// Sets of states as bits, so that asking for each node costs no lists.
const rank = { none: 1, rejected: 2, notListed: 4, accepted: 8 } as const;
const anyRank = 15;

function ranksOf(
  { state }: HandOffReading,
  listing: Listing | undefined,
  uid: string | undefined,
): number {
  if (state === "rejected") return rank.rejected;
  const certain = listing === undefined ? rank.notListed : rank.accepted;
  const whenAccepted = uid === undefined ? certain | rank.notListed : certain;
  return state === "undecided" ? whenAccepted | rank.rejected : whenAccepted;
}

function listingOf(
  reading: HandOffReading,
  listed: HandOffNode | undefined,
  uid: string | undefined,
): Listing | undefined {
  if (reading.state === "rejected" || listed === undefined) return undefined;
  if (uid !== undefined && listed.uid !== uid) return undefined;
  return { reading, listed, isCertain: reading.state === "accepted" && uid !== undefined };
}

/** All that the higher of two can be, one out of each set. */
function highestOf(a: number, b: number): number {
  const lowest = Math.max(a & -a, b & -b);
  return (a | b) & ~(lowest - 1);
}

function statesOf(ranks: number): readonly HandOffState[] {
  return listOfRanks[ranks] ?? HAND_OFF_STATES;
}

const listOfRanks: readonly (readonly HandOffState[])[] = Array.from({ length: 16 }, (_, ranks) =>
  HAND_OFF_STATES.filter((state) => (ranks & rank[state]) !== 0),
);
