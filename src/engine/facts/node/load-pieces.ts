import { ageEvidence } from "./age-evidence.ts";
import { handOffEvidence, markerEvidence } from "./claim-evidence.ts";
import { configEvidence } from "./config-evidence.ts";
import type { LoadPiece } from "./load-piece.ts";
import { runtimeEvidence } from "./runtime-evidence.ts";

/**
 * The pieces of evidence on what a runtime works with, in the order in which they are told. E6, an uncached
 * pull that was refused, belongs here once snapshots carry such probes.
 */
export const loadPieces: readonly LoadPiece[] = [
  handOffEvidence,
  markerEvidence,
  runtimeEvidence,
  ageEvidence,
  configEvidence,
];
