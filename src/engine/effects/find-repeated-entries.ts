import { groupBy } from "../../input/group-by.ts";
import type { Problem } from "../../input/problem.ts";
import { CHANGE_KINDS, type EffectEntryDocument, MAIN_DOCUMENT } from "./effect-table.ts";
import { compareTalosVersions, parseTalosVersion } from "./talos-version.ts";
import type { WrittenEntry } from "./written-entry.ts";

/** Entries that speak of what an earlier one speaks of: nothing would say which of them holds. */
export function findRepeatedEntries(written: readonly WrittenEntry[]): readonly Problem[] {
  const groups = groupBy(
    written,
    ({ entry: { document = MAIN_DOCUMENT, path } }) => `${document} ${path}`,
  );
  return [...groups.values()].flatMap((group) =>
    group.flatMap((later, index): readonly Problem[] => {
      const earlier = group.slice(0, index).find((each) => isSame(each.entry, later.entry));
      return earlier === undefined ? [] : [repeated(later, earlier)];
    }),
  );
}

function isSame(a: EffectEntryDocument, b: EffectEntryDocument): boolean {
  const { changes = CHANGE_KINDS } = a;
  const others: readonly string[] = b.changes ?? CHANGE_KINDS;
  return isSameSince(a.since, b.since) && changes.some((change) => others.includes(change));
}

function isSameSince(a: string | undefined, b: string | undefined): boolean {
  const [left, right] = [a, b].map((text) =>
    text === undefined ? undefined : parseTalosVersion(text),
  );
  if (left === undefined || right === undefined) return a === b;
  return compareTalosVersions(left, right) === 0;
}

function repeated({ document, at }: WrittenEntry, earlier: WrittenEntry): Problem {
  const { file, line } = earlier.document.positionAt(earlier.at);
  return {
    code: "EFFECT_TABLE_DUPLICATE",
    message: `an entry at \`${file}:${line}\` speaks of the same changes since the same version`,
    position: document.positionAt(at),
    help: "leave one out, or tell them apart by `changes` or `since`",
  };
}
