import type { ProbeRecord } from "../../snapshot/snapshot.ts";
import type { UnknownReason } from "./fact.ts";
import { gapsOf, missingReasons } from "./gaps.ts";
import { compareInstants } from "./instant-text.ts";
import type { FactSource } from "./subject.ts";

/** A pull that was tried, and its place in the snapshot's list. */
export interface ToldProbe {
  readonly at: number;
  readonly probe: ProbeRecord;
}

export interface ToldProbes {
  /** Those that were tried by the time of the snapshot, or do not say when. */
  readonly told: readonly ToldProbe[];
  /** Those that say that they were tried after the snapshot was taken: they say nothing of what it shows. */
  readonly ahead: readonly ToldProbe[];
  /** Why there may be further ones; empty: these are all that were handed in. */
  readonly unread: readonly UnknownReason[];
}

/** Pulls that were tried, as far as they may say something. */
export function toldProbesOf(source: FactSource): ToldProbes {
  return source.once(splitProbes);
}

function splitProbes(source: FactSource): ToldProbes {
  const { probes = [], takenAt } = source.snapshot;
  const gaps = gapsOf(source).within("probes");
  const told: ToldProbe[] = [];
  const ahead: ToldProbe[] = [];
  for (const [at, probe] of probes.entries()) {
    const isAhead = probe.at !== undefined && (compareInstants(probe.at, takenAt) ?? 0) > 0;
    (isAhead ? ahead : told).push({ at, probe });
  }
  return { told, ahead, unread: gaps.length === 0 ? [] : missingReasons(gaps, notAllRead) };
}

const notAllRead = { detail: "tried pulls not all read", cure: "-f the Probes document" };
