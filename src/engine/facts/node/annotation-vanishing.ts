import type { MachineConfigRecord } from "../../../snapshot/snapshot.ts";
import { known, type UnknownReason, unknown } from "../fact.ts";
import { type Known, unknownFor } from "../known.ts";
import type { NodeCredentialSubject } from "../subject.ts";
import { annotationOf } from "./node-object.ts";
import {
  activeConfigOf,
  isTalosCollected,
  missingFromTalos,
  restOfConfig,
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

/** What is withheld of a config are logins, so such a gap hides no annotation. */
function restOfAnnotations(subject: NodeCredentialSubject): readonly UnknownReason[] {
  return restOfConfig(subject).filter(({ code }) => code !== "Withheld");
}

const staying: Known<boolean> = known(false);
const going: Known<boolean> = known(true);

function isConfigured({ documents }: MachineConfigRecord, key: string): boolean {
  return documents.some(
    ({ nodeAnnotations }) => nodeAnnotations !== undefined && Object.hasOwn(nodeAnnotations, key),
  );
}

const OWNED_ANNOTATIONS = "talos.dev/owned-annotations";

/** The annotation holds a JSON array of keys as text; without it, or while it is empty, Talos owns none. */
function isOwnedByTalos({ node }: NodeCredentialSubject, key: string): Known<boolean> {
  const text = annotationOf(node, OWNED_ANNOTATIONS) ?? "";
  const owned = text === "" ? [] : textsIn(text);
  if (owned !== undefined) return known(owned.includes(key));
  const { name } = node.metadata;
  return unknown("Unparsable", `${OWNED_ANNOTATIONS} of node \`${name}\` is no JSON list of keys`, {
    cure: `mend that annotation, then kubectl get node ${name} -o json`,
  });
}

/** The texts of a JSON array of texts; undefined for anything else. */
function textsIn(json: string): readonly string[] | undefined {
  try {
    const value: unknown = JSON.parse(json);
    return Array.isArray(value) && value.every((item) => typeof item === "string")
      ? value
      : undefined;
  } catch {
    return undefined;
  }
}
