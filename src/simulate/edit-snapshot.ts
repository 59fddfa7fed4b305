import { asJson } from "../input/as-json.ts";
import type { Parsed } from "../input/problem.ts";
import { startOf } from "../input/problem.ts";
import type { SourceDocument } from "../input/source-document.ts";
import { readSnapshot } from "../snapshot/parse-snapshot.ts";
import type { Snapshot } from "../snapshot/snapshot.ts";
import { applyEdits, type Edit } from "./edit.ts";

/** The snapshot after the edits, held to the checks of any snapshot; mistakes are told under the event's name. */
export function editSnapshot(
  snapshot: Snapshot,
  edits: readonly Edit[],
  event: string,
): Parsed<Snapshot> {
  return readSnapshot(documentOf(applyEdits(asJson(snapshot), edits), event));
}

/** What an event made has no places in a text. */
function documentOf(value: SourceDocument["value"], file: string): SourceDocument {
  const position = startOf(file);
  return {
    file,
    index: 0,
    value,
    comments: () => [],
    positionAt: () => position,
    positionInText: () => position,
    lineAt: () => undefined,
  };
}
