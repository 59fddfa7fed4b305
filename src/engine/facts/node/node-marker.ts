import { credentialSharedOf } from "../credential/credential-shared.ts";
import { type Fact, type FactDeclaration, known, type Note, type UnknownReason } from "../fact.ts";
import { enumFact } from "../fact-type.ts";
import { everyReason } from "../gaps.ts";
import { eachOnce, type Known, unknownFor } from "../known.ts";
import type { NodeCredentialSubject } from "../subject.ts";
import { isVanishing } from "./annotation-vanishing.ts";
import { annotationOf } from "./node-object.ts";

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
  doc: "What the proof annotation on the Node says: the declared revision (current), another one, something that is no revision (malformed), or nothing (missing; legacy if only older keys are there). Vanishing: Talos owns the annotation and the active config lacks it or has another value, so what is shown is about to go and counts as missing.",
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
