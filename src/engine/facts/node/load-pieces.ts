import { ageEvidence } from "./age-evidence.ts";
import { handOffEvidence, markerEvidence } from "./claim-evidence.ts";
import { configEvidence } from "./config-evidence.ts";
import type { LoadPiece } from "./load-piece.ts";
import { probeEvidence } from "./probe-evidence.ts";
import { runtimeEvidence } from "./runtime-evidence.ts";

/** The pieces of evidence on what a runtime works with, in the order in which they are told. */
export const loadPieces: readonly LoadPiece[] = [
  handOffEvidence,
  markerEvidence,
  runtimeEvidence,
  ageEvidence,
  configEvidence,
  probeEvidence,
];
