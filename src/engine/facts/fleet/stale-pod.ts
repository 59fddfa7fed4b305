import type { Note } from "../fact.ts";
import type { FleetPod } from "./fleet-pod.ts";
import { REVISION_HASH_LABEL } from "./revision-history.ts";

/** Known to run another template than the DaemonSet wants now. */
export function isStalePod({ updated }: FleetPod): boolean {
  return updated.state === "value" && !updated.value;
}

/** Tells by which revision hash a pod was judged. */
export function noteHash({ key, hash }: FleetPod, note: Note | undefined): void {
  note?.(["objects", key, "metadata", "labels", REVISION_HASH_LABEL], hash ?? null);
}
