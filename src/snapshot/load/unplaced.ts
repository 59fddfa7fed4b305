import type { LoadLog } from "./load-log.ts";
import type { NodeNames } from "./node-names.ts";
import { type Place, problemAt } from "./place.ts";

interface Unplaced {
  readonly place: Place;
  /** What says whose it is; undefined where nothing does. */
  readonly address: string | undefined;
  readonly isAmbiguous: boolean;
}

/** Tells of something of Talos' that belongs to no Node: a gap where no Nodes were given, else a problem. */
export function tellUnplaced(
  { place, address, isAmbiguous }: Unplaced,
  names: NodeNames,
  { gaps, problems }: LoadLog,
): void {
  if (names.isEmpty && address !== undefined) {
    const detail = "no Nodes were given by which to tell whose this is";
    gaps.push({ part: "talos", name: address, reason: "NotRead", detail });
    return;
  }
  const message = isAmbiguous
    ? "the address of this Talos resource belongs to more than one Node"
    : "no Node has the address of this Talos resource";
  const help = "give the Nodes of the same cluster (`kubectl get nodes -o yaml`)";
  problems.push(problemAt(place, "SNAPSHOT_AMBIGUOUS", message, { help }));
}
