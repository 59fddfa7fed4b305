import type { SnapshotManifestDocument } from "../../generated/manifest-types.ts";
import { validate } from "../../generated/validate-manifest.ts";
import { checkSchema } from "../../input/check-schema.ts";
import type { DeepReadonly } from "../../input/json-value.ts";
import type { Problem } from "../../input/problem.ts";
import type { SourceDocument } from "../../input/source-document.ts";
import { instantProblems } from "../check-instants.ts";
import { itemsAt } from "./json-access.ts";
import type { LoadLog } from "./load-log.ts";

/** What a person or a collector states about the files beside it. Shape: `schemas/manifest.schema.json`. */
export type SnapshotManifest = DeepReadonly<SnapshotManifestDocument>;

/** Reads a SnapshotManifest; undefined, with every mistake in the log, if it is not right. */
export function readManifest(document: SourceDocument, log: LoadLog): SnapshotManifest | undefined {
  const problems = [
    ...checkSchema(document, validate, "SNAPSHOT_INVALID"),
    ...instantProblems(document, [
      ["takenAt"],
      ...itemsAt(document.value, "coverage").map((_, at) => ["coverage", String(at), "readAt"]),
    ]),
  ];
  const manifest: unknown = document.value;
  if (isManifest(manifest, problems)) return manifest;
  log.problems.push(...problems);
  return undefined;
}

function isManifest(value: unknown, problems: readonly Problem[]): value is SnapshotManifest {
  return problems.length === 0 && value !== undefined;
}
