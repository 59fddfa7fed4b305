import type { ClusterObject } from "../../../snapshot/snapshot.ts";
import type { UnknownReason } from "../fact.ts";
import type { FactSource } from "../subject.ts";
import type { Blocker } from "./blocker.ts";
import { findObject } from "./find-object.ts";
import { isHelmRelease } from "./flux-kinds.ts";
import type { FluxNode } from "./flux-node.ts";
import { judgeObject } from "./kstatus/judge-object.ts";
import { formatObjectId, type ObjectId } from "./object-id.ts";
import { releaseObjects } from "./release-objects.ts";
import { type UnreadObject, unreadReasons } from "./unread-objects.ts";
import { readAll } from "./waited-blockers.ts";
import { inventoryOf, isElsewhere } from "./waited-objects.ts";

/** Objects that are not current and not waited for, and why there may be more. */
export type Coincident = Pick<FluxNode, "coincident" | "coincidentReasons">;

/**
 * Objects that are not current, and that Flux does not wait for: they belong to a HelmRelease that is current
 * itself. Whatever holds up the Kustomization, it is not these.
 */
export function coincidentBlockers(
  source: FactSource,
  object: ClusterObject,
  who: string,
): Coincident {
  // What is applied elsewhere is not in this cluster, and neither is what it installs.
  const releases = isElsewhere(object) ? [] : inventoryOf(object).filter(isHelmRelease);
  const found = releases.map((release) => underCurrentRelease(source, release, who));
  return {
    coincident: found.flatMap(({ coincident }) => coincident),
    coincidentReasons: [
      ...unreadReasons(
        who,
        found.flatMap(({ unread }) => unread),
      ),
      ...found.flatMap(({ reasons }) => reasons),
    ],
  };
}

interface UnderRelease {
  readonly coincident: readonly Blocker[];
  readonly unread: readonly UnreadObject[];
  readonly reasons: readonly UnknownReason[];
}

const nothingUnder: UnderRelease = { coincident: [], unread: [], reasons: [] };

function underCurrentRelease(source: FactSource, id: ObjectId, who: string): UnderRelease {
  const found = findObject(source, id);
  if (found.state === "unknown") {
    return { ...nothingUnder, unread: [{ id, reasons: found.reasons }] };
  }
  if (found.state === "absent" || judgeObject(found.value.object).word !== "Current") {
    return nothingUnder;
  }
  if (isElsewhere(found.value.object)) return nothingUnder;
  const { ids, reasons } = releaseObjects(source, found.value.object);
  const how = { via: "release", edge: "coincident", isApplied: true } as const;
  const { blockers, unread } = readAll(source, ids, how);
  const coincident = blockers.map((blocker) => ({
    ...blocker,
    detail: `${blocker.detail}; ${who} waits for ${formatObjectId(id)}, which is ready, and not for it`,
  }));
  return { coincident, unread, reasons };
}
