import { isTold } from "../engine/facts/node/changes/document-diff.ts";
import { leavesOf } from "../engine/facts/node/changes/leaf-diff.ts";
import type { LeftOut } from "../engine/facts/node/changes/placed-change.ts";
import { asJson } from "../input/as-json.ts";
import { compareText } from "../input/compare-text.ts";
import { canonicalJson } from "../snapshot/canonical-json.ts";
import { digestOf } from "../snapshot/digest.ts";
import type { MachineConfigRecord } from "../snapshot/snapshot.ts";

/**
 * Digest of all that a machine config holds, but for what is left out. Equal ones hold the same; of two that hold the
 * same in other words it may differ, which voids more than it must and never less.
 */
export function configClassOf({ documents }: MachineConfigRecord, leftOut: LeftOut): string {
  const leaves = documents
    .filter((document) => !isTold(document))
    .map((document) => [document.kind, document.name ?? "", ...sorted(leavesOf(document))]);
  const annotations = documents
    .flatMap(({ nodeAnnotations = {} }) => Object.entries(nodeAnnotations))
    .filter(([key]) => !leftOut.annotations.has(key));
  const logins = documents
    .flatMap(({ registryAuth = [] }) => registryAuth)
    .filter(({ host }) => !leftOut.hosts.has(host));
  return digestOf(
    asJson({ leaves: inOrder(leaves), annotations: inOrder(annotations), logins: inOrder(logins) }),
  );
}

function sorted(leaves: ReadonlyMap<string, string>): readonly string[] {
  return [...leaves].map(([pointer, digest]) => `${pointer}\n${digest}`).sort(compareText);
}

function inOrder(parts: readonly object[]): readonly string[] {
  return parts.map((part) => canonicalJson(asJson(part))).sort(compareText);
}

/** Stands for the key of digests that do not say which one made them. */
export const UNKNOWN_KEY = "unknown";

/** Ids of the keys that the digests and fingerprints of a class were made with. */
export function digestKeysOf(
  { digestKey = UNKNOWN_KEY, documents }: MachineConfigRecord,
  { hosts }: LeftOut,
): readonly string[] {
  const logins = documents
    .flatMap(({ registryAuth = [] }) => registryAuth)
    .filter(({ host }) => !hosts.has(host));
  return [digestKey, ...logins.flatMap(({ fingerprint }) => fingerprint?.keyId ?? [])];
}
