import type { Configured } from "./configured.ts";
import type { Loaded } from "./loaded.ts";
import type { Propagation } from "./marker.ts";
import { type Outcome, toDo } from "./outcome.ts";

// node-decision.md, the table: one way in which things may be, and the first row that holds.

export interface Way {
  readonly isInventoryValid: boolean;
  readonly isAnyHeld: boolean;
  readonly isDeclaredValid: boolean;
  readonly isRegressed: boolean;
  readonly isLeaving: boolean;
  readonly isEffectUnclassified: boolean;
  readonly propagation: Propagation;
  readonly loaded: Loaded;
  readonly configured: Configured;
  readonly isConfiguredAtBoot: boolean;
  readonly isMarkerCurrent: boolean;
  readonly isImageProved: boolean;
  readonly restartsByItself: boolean;
}

export function row(way: Way): Outcome {
  if (!way.isInventoryValid) return refused("InventoryInvalid");
  if (way.isAnyHeld) return refused("ResidualOwnership");
  if (!way.isDeclaredValid) return refused("CredentialInvalid");
  if (way.isRegressed) return refused("CredentialRegressed");
  if (way.isLeaving) return { ...toDo(), reasons: ["NodeLeaving"] };
  if (way.isEffectUnclassified) return refused("EffectUnclassified");
  if (way.propagation === "foreign") return refused("ForeignWriter");
  if (way.propagation === "fails") return refused("NodeApplyFailing");
  if (way.propagation === "waits")
    return { ...toDo(), hold: "wait", reasons: ["AwaitingPropagation"] };
  return way.loaded === "same" ? rowsOfSame(way) : rowsOfChanged(way);
}

/** Rows 8 to 11. */
function rowsOfSame(way: Way): Outcome {
  const { obligations, reasons } = proofOf(way);
  if (way.configured === "same" || way.configured === "notCollected")
    return { obligations, reasons };
  return { obligations: ["patch", ...obligations], reasons: ["ConfigDrifted"] };
}

function proofOf({ isImageProved, isMarkerCurrent }: Way): Outcome {
  if (!isImageProved) return { ...toDo("verify", "reassert"), reasons: ["ImageUnproven"] };
  if (!isMarkerCurrent) return { ...toDo("reassert"), reasons: ["MarkerLost"] };
  return { ...toDo(), reasons: ["ProofCurrent"] };
}

/** Rows 12 and 13. */
function rowsOfChanged(way: Way): Outcome {
  const reasons = ["CredentialChanged"];
  if (way.restartsByItself) {
    const patches = way.configured === "same" ? {} : ({ patchesFirst: true } as const);
    return { ...toDo("restart", "verify", "reassert"), ...patches, reasons };
  }
  const patches = way.isConfiguredAtBoot ? {} : ({ patchesFirst: true } as const);
  return { ...toDo("reboot", "verify", "reassert"), ...patches, reasons };
}

function refused(reason: string): Outcome {
  return { ...toDo(), hold: "refused", reasons: [reason] };
}
