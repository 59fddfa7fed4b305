import { compareTimestamps, parseTimestamp, Timestamp } from "../../../time/time.ts";
import type { UnknownReason } from "../fact.ts";
import { liveObject } from "../live-object.ts";
import { instantAt, numberAt, textAt } from "../read-object.ts";
import type { FactSource } from "../subject.ts";

/** The Lease that whoever changes nodes holds. */
export type Lease =
  | { readonly state: "notNamed" }
  | { readonly state: "free"; readonly key: string | undefined }
  | {
      readonly state: "held";
      readonly key: string;
      readonly holder: string;
      readonly acquiredAt: string | undefined;
      /** Whether its last sign of life was too long ago as of takenAt; undefined where it says too little. */
      readonly isExpired: boolean | undefined;
    }
  | { readonly state: "unknown"; readonly reasons: readonly UnknownReason[] };

export function leaseOf(source: FactSource): Lease {
  return source.once(readLease);
}

function readLease(source: FactSource): Lease {
  const named = source.profile.spec.nodes?.lease;
  if (named === undefined) return { state: "notNamed" };
  const found = liveObject(source, {
    apiVersion: "coordination.k8s.io/v1",
    kind: "Lease",
    resource: "lease",
    ...named,
  });
  if (found.state === "unknown") return found;
  if (found.state === "absent") return { state: "free", key: undefined };
  const { key, object } = found.value;
  const holder = textAt(object, ["spec", "holderIdentity"]) ?? "";
  if (holder === "") return { state: "free", key };
  return {
    state: "held",
    key,
    holder,
    acquiredAt: textAt(object, ["spec", "acquireTime"]),
    isExpired: isExpired(source, object),
  };
}

/** A Lease is live while takenAt is before its last renewal and its duration together. */
function isExpired({ snapshot }: FactSource, object: unknown): boolean | undefined {
  const renewed =
    instantAt(object, ["spec", "renewTime"]) ?? instantAt(object, ["spec", "acquireTime"]);
  const seconds = numberAt(object, ["spec", "leaseDurationSeconds"]);
  const takenAt = parseTimestamp(snapshot.takenAt);
  if (renewed === undefined || seconds === undefined || takenAt === undefined) return undefined;
  if (!Number.isSafeInteger(seconds)) return undefined;
  return compareTimestamps(takenAt, new Timestamp(renewed.seconds + seconds, renewed.nanos)) >= 0;
}
