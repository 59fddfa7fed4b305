import type { MachineConfigRecord } from "../../../snapshot/snapshot.ts";
import { credentialSharedOf } from "../credential/credential-shared.ts";
import {
  type Fact,
  type FactDeclaration,
  known,
  type Note,
  type UnknownReason,
  unknown,
} from "../fact.ts";
import { enumFact } from "../fact-type.ts";
import { everyReason } from "../gaps.ts";
import { eachOnce, type Known, unknownFor } from "../known.ts";
import type { NodeCredentialSubject } from "../subject.ts";
import { annotationOf } from "./node-object.ts";
import { activeConfigOf, isTalosCollected, missingFromTalos } from "./talos-record.ts";

export const MARKER_STATES = [
  "current",
  "other",
  "missing",
  "legacy",
  "malformed",
  "vanishing",
] as const;
export type MarkerState = (typeof MARKER_STATES)[number];

export const nodeMarker: FactDeclaration<NodeCredentialSubject, MarkerState> = {
  name: "marker",
  type: enumFact("MarkerState", MARKER_STATES),
  mayBeAbsent: false,
  reasons: everyReason,
  reads: [
    "/objects/v1~1Node~1~1<node>/metadata/annotations",
    "/credentials/<name>/declared/revision",
    "/talos/<node>/machineConfig/active/documents/*/nodeAnnotations",
  ],
  doc: "What the proof annotation on the Node says: the declared revision (current), another one, something that is no revision (malformed), or nothing (missing; legacy if only older keys are there). Vanishing: Talos owns the annotation and the active config no longer has it, so it is about to go and counts as missing.",
  derive: (subject, _read, note) => {
    const key = subject.credential.proof.revision;
    const value = annotationOf(subject.node, key);
    if (value === undefined) return hasLegacyMarker(subject) ? legacy : missing;
    if (note !== undefined) noteMarker(subject, value, note);
    const shown = stateOf(value, credentialSharedOf(subject).declared.revision);
    const leaving = isVanishing(subject, key);
    if (leaving.state === "unknown") return orVanishing(shown, leaving.reasons);
    return leaving.value ? vanishing : shown;
  },
};

const current: Fact<MarkerState> = known("current");
const other: Fact<MarkerState> = known("other");
const missing: Fact<MarkerState> = known("missing");
const legacy: Fact<MarkerState> = known("legacy");
const malformed: Fact<MarkerState> = known("malformed");
const vanishing: Fact<MarkerState> = known("vanishing");

function hasLegacyMarker({ node, credential }: NodeCredentialSubject): boolean {
  return credential.proof.legacy?.some((key) => annotationOf(node, key) !== undefined) ?? false;
}

function stateOf(value: string, revision: Known<string>): Fact<MarkerState> {
  if (!/^[0-9a-f]{64}$/.test(value)) return malformed;
  if (revision.state === "value") return value === revision.value ? current : other;
  return unknownFor(revision.reasons, { oneOf: ["current", "other"] });
}

/** Talos deletes an annotation that it owns once the active config has it no more; it leaves others alone. */
function isVanishing(subject: NodeCredentialSubject, key: string): Known<boolean> {
  if (!isTalosCollected(subject)) return staying;
  const active = activeConfigOf(subject);
  if (active !== undefined && isConfigured(active, key)) return staying;
  const owned = isOwnedByTalos(subject, key);
  if (owned.state === "value" && !owned.value) return staying;
  if (owned.state === "value" && active !== undefined) return going;
  const unread =
    active === undefined
      ? missingFromTalos(subject, "active machine config not read", "machineconfig")
      : [];
  return unknownFor(owned.state === "unknown" ? [...owned.reasons, ...unread] : unread);
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

function orVanishing(
  shown: Fact<MarkerState>,
  reasons: readonly UnknownReason[],
): Fact<MarkerState> {
  if (shown.state === "value") {
    return unknownFor(reasons, { present: true, oneOf: [shown.value, "vanishing"] });
  }
  const earlier = shown.state === "unknown" ? shown : { reasons: [], oneOf: [] };
  return unknownFor(eachOnce([...earlier.reasons, ...reasons]), {
    present: true,
    oneOf: [...(earlier.oneOf ?? []), "vanishing"],
  });
}

function noteMarker(subject: NodeCredentialSubject, value: string, note: Note): void {
  const { credential, nodeKey } = subject;
  const { revision } = credentialSharedOf(subject).declared;
  note(["objects", nodeKey, "metadata", "annotations", credential.proof.revision], value);
  if (revision.state === "value") {
    note(["credentials", credential.name, "declared", "revision"], revision.value);
  }
}
