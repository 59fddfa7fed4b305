import type { Timestamp } from "../../../time/time.ts";
import type { UnknownReason } from "../fact.ts";
import type { Blocker, Place } from "./blocker.ts";
import type { KustomizationState } from "./kustomization-state.ts";
import type { ObjectId } from "./object-id.ts";

/** A Kustomization or HelmRelease with what directly stands in its way, as far as the snapshot tells. */
export interface FluxNode {
  /** `Kind/namespace/name`. */
  readonly id: string;
  readonly object: ObjectId;
  /** `unknown` where it was not read; of a HelmRelease that was, its kstatus is told by whoever waits for it. */
  readonly state: KustomizationState | "missing" | "unknown" | "release";
  /** Whether anything stands in its way; undefined where that is not known. */
  readonly isBlocked: boolean | undefined;
  readonly blockers: readonly Blocker[];
  /** Seen at the same time, and not in its way. */
  readonly coincident: readonly Blocker[];
  /** Why there may be more of those. */
  readonly coincidentReasons: readonly UnknownReason[];
  /** Why there may be more in its way than was found. */
  readonly reasons: readonly UnknownReason[];
  /** Those of them that are about other Kustomizations, whose attempts are not known either. */
  readonly attemptReasons: readonly UnknownReason[];
  /** When what Flux tries next or now is over at the latest; undefined where nothing bounds it. */
  readonly attempt: Attempt | undefined;
  /** Where its own state was seen. */
  readonly places: readonly Place[];
}

/** Of a running attempt its end at the latest, of a failed one the start of the next. */
export type Attempt =
  | {
      readonly at: Timestamp;
      readonly what: "ends" | "starts";
      /** When it is over at the latest, by its own timeout. */
      readonly overAt: Timestamp;
      readonly place: Place;
    }
  | { readonly reasons: readonly UnknownReason[] };
