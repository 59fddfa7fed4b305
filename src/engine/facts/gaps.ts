import { groupBy } from "../../input/group-by.ts";
import type { SnapshotGap, UnknownReasonCode } from "../../snapshot/snapshot.ts";
import type { UnknownReason } from "./fact.ts";
import type { FactSource } from "./subject.ts";

/** A gap may carry any reason of the closed list, so a fact that passes gaps on may as well. */
export const everyReason: readonly UnknownReasonCode[] = [
  "NotRead",
  "Forbidden",
  "Unreachable",
  "Partial",
  "Unparsable",
  "Withheld",
  "Incomparable",
  "Skewed",
  "Inconsistent",
  "NotRecorded",
];

type Part = SnapshotGap["part"];

/** The gaps of a snapshot, by what they bear on; the wider ones first. */
export interface Gaps {
  /** On one thing of a part: those of the whole part, of its name and, for objects, of its kind or namespace. */
  readonly on: (part: Part, name: string) => readonly SnapshotGap[];
  /** On anything of a part or, with `place`, on any object there: of a kind, or of a kind in a namespace. */
  readonly within: (part: Part, place?: string) => readonly SnapshotGap[];
}

export function gapsOf(source: FactSource): Gaps {
  return source.once(createGaps);
}

const none: readonly SnapshotGap[] = [];

/** Indexed once, so that asking for each node's stays linear. */
function createGaps({ snapshot: { gaps = none } }: FactSource): Gaps {
  const byPart = groupBy(gaps, ({ part }) => part);
  const byPlace = groupBy(gaps, ({ part, name }) => placeOf(part, name));
  return {
    on: (part, name) =>
      byPart.has(part)
        ? [undefined, ...namesOver(part, name)].flatMap(
            (wider) => byPlace.get(placeOf(part, wider)) ?? none,
          )
        : none,
    within: (part, place) => {
      const all = byPart.get(part) ?? none;
      return place === undefined ? all : all.filter(({ name }) => isAlong(place, name));
    },
  };
}

function placeOf(part: Part, name: string | undefined): string {
  return name === undefined ? part : `${part}/${name}`;
}

/** The name and what it lies below: an object's begins with its kind and namespace, a field of a Git file with its path. */
function namesOver(part: Part, name: string): readonly string[] {
  if (part === "git" && name.includes("#")) return [name.slice(0, name.lastIndexOf("#")), name];
  if (part !== "objects") return [name];
  const ends = [...name.matchAll(/\//g)].map(({ index }) => index);
  return [...ends.map((end) => name.slice(0, end)), name];
}

/** At the place, below it or above it. */
function isAlong(place: string, name: string | undefined): boolean {
  return (
    name === undefined || `${name}/`.startsWith(`${place}/`) || `${place}/`.startsWith(`${name}/`)
  );
}

/** What was looked for and where, for people, and the command or file that would supply it. */
export interface Sought {
  readonly detail: string;
  readonly cure: string;
}

/** Why something expected is not there: the gaps that say so, or that nobody read it. */
export function missingReasons(
  gaps: readonly SnapshotGap[],
  { detail, cure }: Sought,
): readonly UnknownReason[] {
  if (gaps.length === 0) return [{ code: "NotRead", detail, cure }];
  return gaps.map((gap) => ({
    code: gap.reason,
    detail: gap.detail === undefined ? detail : `${detail}: ${gap.detail}`,
    cure,
  }));
}
