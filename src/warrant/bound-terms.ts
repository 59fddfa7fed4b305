import type { Decision } from "../engine/decision.ts";
import type { FactSource } from "../engine/facts/subject.ts";
import { ENGINE_VERSION } from "../generated/engine-version.ts";
import { compareText } from "../input/compare-text.ts";
import { compareInstants } from "../snapshot/instant.ts";
import { parseTimestamp } from "../time/time.ts";
import { compareSeen, type Doubt, moved, unconfirmed } from "./doubt.ts";
import { clusterOf } from "./seen-node.ts";
import { contentDigestOf, minutesAfter, VALID_MINUTES_MAX, type Warrant } from "./warrant.ts";

/** What warrants of every kind are bound to, beside what they are for. */
type Terms = Pick<
  Warrant,
  "takenAt" | "issuedAt" | "validUntil" | "cluster" | "digests" | "engine" | "digest"
>;

/** Whether a warrant is whole, in force, and about this cluster, these policies and this profile. */
export function doubtTerms(
  warrant: Terms,
  { takenAt, evaluatedAt, digests }: Pick<Decision, "takenAt" | "evaluatedAt" | "digests">,
  { source, isBegun }: { readonly source: FactSource; readonly isBegun: boolean },
): readonly Doubt[] {
  return [
    ...(warrant.digest === contentDigestOf(warrant)
      ? []
      : moved({ fact: "digest", bound: warrant.digest, now: contentDigestOf(warrant) })),
    ...doubtTime(warrant, { takenAt, evaluatedAt, isBegun }),
    ...compareSeen(warrant.cluster, clusterOf(source)),
    ...doubtDigests(warrant.digests, digests),
    ...(warrant.engine === ENGINE_VERSION
      ? []
      : moved({ fact: "engine", bound: warrant.engine, now: ENGINE_VERSION })),
  ];
}

/**
 * Minutes that evidence may be old when it is checked: time to read a big cluster in. A warrant is asked about before
 * each phase so that each rests on what is there then, and one snapshot that is shown again and again would never say so.
 */
const EVIDENCE_MINUTES_MAX = 15;

/**
 * In force from its issue up to, and not including, its end; on evidence that is fresh, and not older than its own. A
 * transaction that was begun before that is finished: dropped halfway it would leave the node cordoned or unproved.
 */
function doubtTime(
  { takenAt, issuedAt, validUntil }: Terms,
  {
    takenAt: freshTakenAt,
    evaluatedAt,
    isBegun,
  }: { readonly takenAt: string; readonly evaluatedAt: string; readonly isBegun: boolean },
): readonly Doubt[] {
  const doubts: Doubt[] = [];
  const end = isBegun ? minutesAfter(issuedAt, VALID_MINUTES_MAX) : validUntil;
  if (compareInstants(evaluatedAt, end) >= 0)
    doubts.push(...moved({ fact: "validUntil", bound: end, now: evaluatedAt }));
  if (compareInstants(evaluatedAt, issuedAt) < 0)
    doubts.push(...moved({ fact: "issuedAt", bound: issuedAt, now: evaluatedAt }));
  const stale = staleness(freshTakenAt, { boundTakenAt: takenAt, evaluatedAt });
  if (stale !== undefined)
    doubts.push(
      ...unconfirmed("takenAt", takenAt, [
        {
          code: "Skewed",
          detail: `the snapshot, of ${freshTakenAt}, is ${stale}`,
          cure: "read the cluster again",
        },
      ]),
    );
  return doubts;
}

function staleness(
  freshTakenAt: string,
  { boundTakenAt, evaluatedAt }: { readonly boundTakenAt: string; readonly evaluatedAt: string },
): string | undefined {
  if (compareInstants(freshTakenAt, boundTakenAt) < 0)
    return "older than what the warrant was issued on";
  const [taken, judged] = [parseTimestamp(freshTakenAt), parseTimestamp(evaluatedAt)];
  const seconds = taken === undefined || judged === undefined ? 0 : judged.seconds - taken.seconds;
  if (Math.abs(seconds) <= EVIDENCE_MINUTES_MAX * 60) return undefined;
  return seconds > 0
    ? `more than ${EVIDENCE_MINUTES_MAX} minutes old`
    : `dated more than ${EVIDENCE_MINUTES_MAX} minutes from now`;
}

/** What decided: a digest that is no longer told is another one as well. */
function doubtDigests(
  bound: Readonly<Record<string, string>>,
  now: Readonly<Record<string, string>>,
): readonly Doubt[] {
  const names = [...new Set([...Object.keys(bound), ...Object.keys(now)])].sort(compareText);
  return names
    .filter((name) => bound[name] !== now[name])
    .flatMap((name) =>
      moved({ fact: `digests.${name}`, bound: bound[name] ?? null, now: now[name] ?? null }),
    );
}
