import { valueAt } from "../input/json-pointer.ts";
import type { Problem } from "../input/problem.ts";
import type { SourceDocument, ValuePath } from "../input/source-document.ts";
import { isRealInstant } from "./instant.ts";

/** Instants that a schema lets through and that do not exist, such as 30 February, among those at some paths. */
export function instantProblems(
  document: SourceDocument,
  paths: readonly ValuePath[],
): readonly Problem[] {
  return paths
    .filter((path) => {
      const text = valueAt(document.value, path);
      // What does not look like an instant at all is the schema's part.
      return typeof text === "string" && looksRight(text) && !isRealInstant(text);
    })
    .map((path) => ({
      code: "SNAPSHOT_TIME_INVALID",
      message: `\`${path.at(-1) ?? ""}\` is an instant that does not exist`,
      position: document.positionAt(path),
    }));
}

function looksRight(text: string): boolean {
  return /^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(text);
}
