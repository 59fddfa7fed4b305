import { asJson } from "../input/as-json.ts";
import { canonicalDocument } from "./canonical-document.ts";
import { canonicalJson } from "./canonical-json.ts";
import type { Snapshot } from "./snapshot.ts";

/** Writes a snapshot as canonical JSON, indented by two. Reading it again gives the same snapshot. */
export function writeSnapshot(snapshot: Snapshot): string {
  return canonicalJson(canonicalDocument(asJson(snapshot)), 2);
}
