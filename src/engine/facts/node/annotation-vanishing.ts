import type { MachineConfigRecord } from "../../../snapshot/snapshot.ts";
import { known } from "../fact.ts";
import { type Known, unknownFor } from "../known.ts";
import type { NodeCredentialSubject } from "../subject.ts";
import { isOwnedByTalos } from "./owned-annotations.ts";
import {
  activeConfigOf,
  isTalosCollected,
  missingFromTalos,
  restOfAnnotations,
} from "./talos-record.ts";

/** Talos deletes an annotation that it owns once the active config has it no more; it leaves others alone. */
export function isVanishing(subject: NodeCredentialSubject, key: string): Known<boolean> {
  if (!isTalosCollected(subject)) return staying;
  const active = activeConfigOf(subject);
  if (active !== undefined && isConfigured(active, key)) return staying;
  const owned = isOwnedByTalos(subject, key);
  if (owned.state === "value" && !owned.value) return staying;
  const unread =
    active === undefined
      ? missingFromTalos(subject, "active machine config not read", "machineconfig")
      : restOfAnnotations(subject);
  if (owned.state === "value" && unread.length === 0) return going;
  return unknownFor(owned.state === "unknown" ? [...owned.reasons, ...unread] : unread);
}

const staying: Known<boolean> = known(false);
const going: Known<boolean> = known(true);

function isConfigured({ documents }: MachineConfigRecord, key: string): boolean {
  return documents.some(
    ({ nodeAnnotations }) => nodeAnnotations !== undefined && Object.hasOwn(nodeAnnotations, key),
  );
}
