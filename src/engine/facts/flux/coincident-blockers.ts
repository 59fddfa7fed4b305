import type { ClusterObject } from "../../../snapshot/snapshot.ts";
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
import { inventoryOf } from "./waited-objects.ts";

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
  const releases = inventoryOf(object).filter(isHelmRelease);
  const found = releases.map((release) => underCurrentRelease(source, release, who));
  return {
    coincident: found.flatMap(({ coincident }) => coincident),
    coincidentReasons: unreadReasons(
      who,
      found.flatMap(({ unread }) => unread),
    ),
  };
}

function underCurrentRelease(
  source: FactSource,
  id: ObjectId,
  who: string,
): {
  readonly coincident: readonly Blocker[];
  readonly unread: readonly UnreadObject[];
} {
  const found = findObject(source, id);
  if (found.state === "unknown") {
    return { coincident: [], unread: [{ id, reasons: found.reasons }] };
  }
  if (found.state === "absent" || judgeObject(found.value.object).word !== "Current") {
    return { coincident: [], unread: [] };
  }
  const ids = releaseObjects(source, found.value.object);
  const { blockers, unread } = readAll(source, ids, { via: "release", edge: "coincident" });
  const coincident = blockers.map((blocker) => ({
    ...blocker,
    detail: `${blocker.detail}; ${who} waits for ${formatObjectId(id)}, which is ready, and not for it`,
  }));
  return { coincident, unread };
}
