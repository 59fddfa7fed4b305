import type { UnknownReason } from "../fact.ts";
import type { NodeCredentialSubject } from "../subject.ts";
import { configuredValues, twoValues } from "./configured-annotation.ts";
import { annotationOf } from "./node-object.ts";
import { isOwnedByTalos } from "./owned-annotations.ts";
import { activeConfigOf, missingFromTalos, restOfAnnotations } from "./talos-record.ts";

/** Where a proof annotation of the active config stands on its way to the Node, each outweighing those before it. */
export const PROPAGATIONS = ["no", "pending", "foreign"] as const;
export type Propagation = (typeof PROPAGATIONS)[number];

/** One proof annotation's standing; more than one possible only with reasons. */
export interface KeyPropagation {
  readonly key: string;
  readonly possible: readonly Propagation[];
  readonly reasons: readonly UnknownReason[];
}

/**
 * Each annotation of the credential's proof that the profile names. Talos writes to the Node what the active
 * config holds: what the Node lacks, and over what Talos itself had written. Another's value it leaves alone
 * for good (siderolabs/talos `controllers/k8s/node_apply.go`, `applyNodeKV`).
 */
export function judgePropagation(subject: NodeCredentialSubject): readonly KeyPropagation[] {
  const { revision, image, uid, bootId } = subject.credential.proof;
  return [revision, image, uid, bootId].flatMap((key) =>
    key === undefined ? [] : [judgeKey(subject, key)],
  );
}

function judgeKey(subject: NodeCredentialSubject, key: string): KeyPropagation {
  const shown = annotationOf(subject.node, key);
  const active = activeConfigOf(subject);
  const configured = active === undefined ? [] : configuredValues(active, key);
  const [value] = configured;
  if (value !== undefined && configured.length > 1) {
    return { key, possible: PROPAGATIONS, reasons: [twoValues(key)] };
  }
  if (value !== undefined && value === shown) return { key, possible: ["no"], reasons: [] };
  if (value !== undefined) return judgeDiffering(subject, key, shown);
  const reasons =
    active === undefined
      ? missingFromTalos(subject, "active machine config not read", "machineconfig")
      : restOfAnnotations(subject);
  if (reasons.length === 0) return { key, possible: ["no"], reasons };
  // It may be configured all the same, with whatever value.
  const { possible } = judgeDiffering(subject, key, shown);
  return possible.length === 1 && possible[0] === "no"
    ? { key, possible, reasons: [] }
    : {
        key,
        possible: PROPAGATIONS.filter((each) => each === "no" || possible.includes(each)),
        reasons,
      };
}

/** @param shown - The Node's value, which is not the configured one. */
function judgeDiffering(
  subject: NodeCredentialSubject,
  key: string,
  shown: string | undefined,
): KeyPropagation {
  if (shown === undefined) return { key, possible: ["pending"], reasons: [] };
  const owned = isOwnedByTalos(subject, key);
  if (owned.state === "unknown") {
    return { key, possible: ["no", "foreign"], reasons: owned.reasons };
  }
  // What Talos owns it overwrites at once.
  return { key, possible: [owned.value ? "no" : "foreign"], reasons: [] };
}
