import type { SourceDocument } from "../../input/source-document.ts";
import { compareInstants } from "../instant.ts";
import type { Snapshot } from "../snapshot.ts";
import { readInstant } from "./instant.ts";
import type { LoadLog } from "./load-log.ts";
import type { SnapshotManifest } from "./manifest.ts";
import { latestInstant } from "./merge-coverage.ts";
import { inside, problemAt } from "./place.ts";

/** Where the date of the evidence comes from. */
export type TakenAtSource = "flag" | "manifest" | "snapshot" | "fallback";

export interface GivenManifest {
  readonly manifest: SnapshotManifest;
  readonly document: SourceDocument;
}

export interface TakenAtInput {
  readonly takenAt?: string | undefined;
  readonly fallbackTakenAt: string;
  readonly manifests: readonly GivenManifest[];
  readonly snapshots: readonly { readonly snapshot: Pick<Snapshot, "takenAt"> }[];
}

export interface TakenAt {
  readonly takenAt: string;
  readonly takenAtFrom: TakenAtSource;
}

/**
 * Dates the evidence: as the caller says, else the manifest, else the latest snapshot, else the caller's
 * fallback. Undefined, with the problem in the log, if none of them is an instant.
 */
export function chooseTakenAt(input: TakenAtInput, log: LoadLog): TakenAt | undefined {
  const { takenAt: flag, fallbackTakenAt } = input;
  const stated = statedTakenAt(input.manifests, log);
  const latest = latestInstant(input.snapshots.map(({ snapshot }) => snapshot.takenAt));
  if (flag !== undefined) {
    const told = fromCaller(flag, "flag", log);
    const other = stated ?? latest;
    const isAgainst = told && other !== undefined && compareInstants(other, told.takenAt) !== 0;
    if (isAgainst) {
      log.notices.push(`the inputs say that they were read at ${other}; ${flag} is taken as told`);
    }
    return told;
  }
  if (stated !== undefined) return { takenAt: stated, takenAtFrom: "manifest" };
  if (latest !== undefined) return { takenAt: latest, takenAtFrom: "snapshot" };
  return fromCaller(fallbackTakenAt, "fallback", log);
}

function statedTakenAt(manifests: readonly GivenManifest[], log: LoadLog): string | undefined {
  const stated = manifests.filter(({ manifest }) => manifest.takenAt !== undefined);
  const [first, ...others] = stated;
  const odd = others.find(({ manifest }) => manifest.takenAt !== first?.manifest.takenAt);
  if (odd !== undefined) {
    const place = inside({ document: odd.document, path: [] }, "takenAt");
    log.problems.push(
      problemAt(place, "SNAPSHOT_AMBIGUOUS", "two manifests give different `takenAt`"),
    );
  }
  return first?.manifest.takenAt;
}

function fromCaller(text: string, takenAtFrom: TakenAtSource, log: LoadLog): TakenAt | undefined {
  const takenAt = readInstant(text);
  if (takenAt !== undefined) return { takenAt, takenAtFrom };
  log.problems.push({
    code: "SNAPSHOT_TIME_INVALID",
    message: "the time at which the evidence was read is no instant",
    position: undefined,
    expected: "an RFC 3339 instant in UTC, such as 2026-08-06T17:20:00Z",
  });
  return undefined;
}
