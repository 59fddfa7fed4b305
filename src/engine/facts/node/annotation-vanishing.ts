import { known, type UnknownReason } from "../fact.ts";
import { type Known, unknownFor } from "../known.ts";
import type { NodeCredentialSubject } from "../subject.ts";
import { configuredValues, twoValues } from "./configured-annotation.ts";
import { annotationOf } from "./node-object.ts";
import { isOwnedByTalos } from "./owned-annotations.ts";
import {
  activeConfigOf,
  isTalosCollected,
  missingFromTalos,
  restOfAnnotations,
} from "./talos-record.ts";

/**
 * Whether what the Node shows will not be there in seconds. Talos deletes an annotation that it owns once the active
 * config has it no more, and overwrites it once the config has another value; it leaves others alone
 * (siderolabs/talos `controllers/k8s/node_apply.go`, `applyNodeKV`).
 */
export function isVanishing(subject: NodeCredentialSubject, key: string): Known<boolean> {
  if (!isTalosCollected(subject)) return staying;
  const active = activeConfigOf(subject);
  const configured = active === undefined ? [] : configuredValues(active, key);
  if (configured.length === 1 && configured[0] === annotationOf(subject.node, key)) return staying;
  const owned = isOwnedByTalos(subject, key);
  if (owned.state === "value" && !owned.value) return staying;
  const unread = doubtsOf(subject, { isRead: active !== undefined, key, configured });
  if (owned.state === "value" && unread.length === 0) return going;
  return unknownFor(owned.state === "unknown" ? [...owned.reasons, ...unread] : unread);
}

const staying: Known<boolean> = known(false);
const going: Known<boolean> = known(true);

function doubtsOf(
  subject: NodeCredentialSubject,
  {
    isRead,
    key,
    configured,
  }: { readonly isRead: boolean; readonly key: string; readonly configured: readonly string[] },
): readonly UnknownReason[] {
  if (!isRead) return missingFromTalos(subject, "active machine config not read", "machineconfig");
  if (configured.length === 0) return restOfAnnotations(subject);
  return configured.length > 1 ? [twoValues(key)] : [];
}
