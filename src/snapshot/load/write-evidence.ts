import { validate } from "../../generated/validate-snapshot.ts";
import { OWN_API_VERSION } from "../../input/api-version.ts";
import { asJson } from "../../input/as-json.ts";
import { compareText } from "../../input/compare-text.ts";
import { type JsonObject, type JsonValue, member } from "../../input/json-value.ts";
import { canonicalDocument } from "../canonical-document.ts";
import { canonicalJson } from "../canonical-json.ts";
import type { Snapshot } from "../snapshot.ts";
import { jsonMap, objectAt } from "./json-access.ts";
import type { LoadContext } from "./load-context.ts";
import { skewGaps } from "./merge-coverage.ts";
import type { Evidence } from "./read-evidence.ts";

/**
 * Writes what was read as a snapshot in canonical form. Objects are right by construction; the rest is held
 * against the schema, so that nothing leaves here that could not be read again.
 */
export function writeEvidence(
  evidence: Evidence,
  takenAt: string,
  { profile, log }: LoadContext,
): Snapshot | undefined {
  const { objects, parts, pipeline, coverage } = evidence;
  const gaps = [...log.gaps, ...skewGaps(coverage, profile)].map(asJson);
  const frame: unknown = canonicalDocument(
    jsonMap([
      ["apiVersion", OWN_API_VERSION],
      ["kind", "Snapshot"],
      ["metadata", metadataOf(evidence)],
      ["takenAt", takenAt],
      ["objects", {}],
      ["coverage", coverage.map(asJson)],
      ["talos", member(parts, "talos")],
      ["credentials", member(parts, "credentials")],
      ["git", withFiles(objectAt(parts, "git"))],
      ["rendered", member(parts, "rendered")],
      ["pipeline", pipeline],
      ["probes", evidence.probes && eachOnce(evidence.probes)],
      ["steps", evidence.steps && eachOnce(evidence.steps)],
      ["proofs", orNone(evidence.proofs)],
      ["gaps", orNone(gaps)],
    ]),
  );
  if (!isSnapshot(frame)) {
    const [error] = validate(frame);
    log.problems.push({
      code: "SNAPSHOT_INVALID",
      message: `what was read breaks the snapshot's schema at \`${error?.instancePath ?? ""}\``,
      position: undefined,
    });
    return undefined;
  }
  const sorted = [...objects].sort(([a], [b]) => compareText(a, b));
  return {
    ...frame,
    objects: Object.fromEntries(sorted.map(([key, { object }]) => [key, object])),
  };
}

function isSnapshot(value: unknown): value is Snapshot {
  return validate(value).length === 0;
}

/** A name is told where all that give one agree; manifests come first, for they are about the whole. */
function metadataOf({ parts, manifests, snapshots }: Evidence): JsonValue | undefined {
  const stated = manifests.flatMap(({ manifest }) => manifest.metadata?.name ?? []);
  const inner = snapshots.flatMap(({ snapshot }) => snapshot.metadata?.name ?? []);
  const names = new Set(stated.length > 0 ? stated : inner);
  const [name] = names;
  const metadata = jsonMap([
    ...Object.entries(objectAt(parts, "metadata") ?? {}),
    ["name", names.size === 1 ? name : undefined],
  ]);
  return Object.keys(metadata).length === 0 ? undefined : metadata;
}

/** A commit may be known where no file was given. */
function withFiles(git: JsonObject | undefined): JsonObject | undefined {
  return git === undefined ? undefined : { files: {}, ...git };
}

/** Undefined for none. */
function orNone(items: readonly JsonValue[]): readonly JsonValue[] | undefined {
  return items.length === 0 ? undefined : eachOnce(items);
}

function eachOnce(items: readonly JsonValue[]): readonly JsonValue[] {
  return [...new Map(items.map((item) => [canonicalJson(item), item])).values()];
}
