import type { SourceDocument, ValuePath } from "../../input/source-document.ts";
import type { EffectEntryDocument } from "./effect-table.ts";

/** An entry with where it stands. */
export interface WrittenEntry {
  readonly document: SourceDocument;
  /** Of the entry in its document. */
  readonly at: ValuePath;
  readonly entry: EffectEntryDocument;
}
