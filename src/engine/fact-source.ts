import type { Profile } from "../profile/profile.ts";
import { createObjectIndex } from "../snapshot/object-index.ts";
import type { Snapshot } from "../snapshot/snapshot.ts";
import { parseTimestamp, type Timestamp } from "../time/time.ts";
import type { EffectTable } from "./effects/effect-table.ts";
import { shippedEffects } from "./effects/shipped-effects.ts";
import type { FactSource } from "./facts/subject.ts";

/** Who asks, as of when, and by which table of effects. */
export interface Asking {
  /** Moves windows; the snapshot's own instant if undefined. */
  readonly evaluatedAt?: Timestamp | undefined;
  /** Whose own claims on nodes are no residue of another. */
  readonly holder?: string | undefined;
  /** What changes to machine configs cost; the shipped table if undefined. */
  readonly effects?: EffectTable | undefined;
  /** A snapshot of the same cluster that was taken before. */
  readonly earlier?: Snapshot | undefined;
}

/**
 * Prepares what facts read.
 *
 * @throws RangeError when the snapshot's `takenAt` is no instant: `readSnapshot` lets none such through.
 */
export function createFactSource(
  snapshot: Snapshot,
  profile: Profile,
  { evaluatedAt, holder, effects = shippedEffects(), earlier }: Asking = {},
): FactSource {
  const takenAt = parseTimestamp(snapshot.takenAt);
  if (takenAt === undefined) throw new RangeError("takenAt is not an RFC 3339 instant");
  const index = createObjectIndex(snapshot);
  const memo = new Map<unknown, unknown>();
  const source: FactSource = {
    snapshot,
    profile,
    index,
    effects,
    ...(earlier === undefined ? {} : { earlier: createFactSource(earlier, profile, { effects }) }),
    evaluatedAt: evaluatedAt ?? takenAt,
    ...(holder === undefined || holder === "" ? {} : { holder }),
    once: <T>(compute: (source: FactSource) => T): T => {
      if (!memo.has(compute)) memo.set(compute, compute(source));
      // biome-ignore lint/nursery/noUnsafeTypeAssertion: the memo holds what this very function gave
      return memo.get(compute) as T;
    },
  };
  return source;
}
