import type { Known } from "../credential/known.ts";
import { eachOnce, everyReason } from "../credential/missing-part.ts";
import { type Fact, type FactDeclaration, known, type Note, type UnknownReason } from "../fact.ts";
import { enumFact } from "../fact-type.ts";
import type { NodeCredentialSubject } from "../subject.ts";
import { credentialSharedOf } from "./node-credential-shared.ts";
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

export const marker: FactDeclaration<NodeCredentialSubject, MarkerState> = {
  name: "marker",
  type: enumFact("MarkerState", MARKER_STATES),
  mayBeAbsent: false,
  reasons: everyReason,
  reads: [
    "/objects/<node>/metadata/annotations",
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
  return { state: "unknown", reasons: revision.reasons, oneOf: ["current", "other"] };
}

/** Talos deletes an annotation that it owns once the active config has it no more; it leaves others alone. */
function isVanishing(subject: NodeCredentialSubject, key: string): Known<boolean> {
  if (!isTalosCollected(subject) || !isOwnedByTalos(subject, key)) return staying;
  const active = activeConfigOf(subject);
  if (active === undefined) {
    return {
      state: "unknown",
      reasons: missingFromTalos(subject, "active machine config not read", "machineconfig"),
    };
  }
  const isConfigured = active.documents.some(
    ({ nodeAnnotations }) => nodeAnnotations !== undefined && Object.hasOwn(nodeAnnotations, key),
  );
  return isConfigured ? staying : going;
}

const staying: Known<boolean> = known(false);
const going: Known<boolean> = known(true);

/** `talos.dev/owned-annotations` holds a JSON array of keys as text; without it Talos owns none. */
function isOwnedByTalos({ node }: NodeCredentialSubject, key: string): boolean {
  const text = annotationOf(node, "talos.dev/owned-annotations");
  // Looking for the quoted key first spares most nodes the parsing.
  if (text === undefined || !text.includes(JSON.stringify(key))) return false;
  try {
    const owned: unknown = JSON.parse(text);
    return Array.isArray(owned) && owned.includes(key);
  } catch {
    return false;
  }
}

function orVanishing(
  shown: Fact<MarkerState>,
  reasons: readonly UnknownReason[],
): Fact<MarkerState> {
  if (shown.state === "value") {
    return { state: "unknown", reasons, oneOf: [shown.value, "vanishing"] };
  }
  const earlier = shown.state === "unknown" ? shown : { reasons: [], oneOf: [] };
  return {
    state: "unknown",
    reasons: eachOnce([...earlier.reasons, ...reasons]),
    oneOf: [...(earlier.oneOf ?? []), "vanishing"],
  };
}

function noteMarker(subject: NodeCredentialSubject, value: string, note: Note): void {
  const { credential, nodeKey } = subject;
  const { revision } = credentialSharedOf(subject).declared;
  note(["objects", nodeKey, "metadata", "annotations", credential.proof.revision], value);
  if (revision.state === "value") {
    note(["credentials", credential.name, "declared", "revision"], revision.value);
  }
}
