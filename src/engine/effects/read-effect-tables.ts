import { shippedEffectTable } from "../../generated/shipped-effects.ts";
import { validate } from "../../generated/validate-effect-table.ts";
import { checkSchema } from "../../input/check-schema.ts";
import { compareProblems, type Parsed, type Problem } from "../../input/problem.ts";
import type { SourceDocument } from "../../input/source-document.ts";
import { createEffectTable, type EffectTable, type EffectTableDocument } from "./effect-table.ts";
import { findRepeatedEntries } from "./find-repeated-entries.ts";
import { isAboutAuth } from "./registry-auth-effect.ts";
import { shippedEffects } from "./shipped-effects.ts";
import { parseTalosVersion } from "./talos-version.ts";
import type { WrittenEntry } from "./written-entry.ts";

/**
 * Reads effect tables that extend the shipped one, and makes one of all. Those given together are one table: an entry that
 * another repeats is a mistake, wherever both stand.
 */
export function readEffectTables(documents: readonly SourceDocument[]): Parsed<EffectTable> {
  const problems = documents.flatMap((document) =>
    checkSchema(document, validate, "EFFECT_TABLE_INVALID"),
  );
  const values: readonly unknown[] = documents.map(({ value }) => value);
  if (!areTables(values, problems)) return { ok: false, problems };
  const written = values.flatMap(({ spec }, place) => entriesOf(documents[place], spec.entries));
  const found = [...written.flatMap(findMistakes), ...findRepeatedEntries(written)];
  if (found.length > 0) return { ok: false, problems: found.sort(compareProblems) };
  const table =
    values.length === 0 ? shippedEffects() : createEffectTable(shippedEffectTable, values);
  return { ok: true, value: table };
}

function areTables(
  values: readonly unknown[],
  problems: readonly Problem[],
): values is readonly EffectTableDocument[] {
  return problems.length === 0 && values.length >= 0;
}

function entriesOf(
  document: SourceDocument | undefined,
  entries: EffectTableDocument["spec"]["entries"],
): readonly WrittenEntry[] {
  if (document === undefined) return [];
  return entries.map((entry, index) => ({
    document,
    at: ["spec", "entries", String(index)],
    entry,
  }));
}

const loadsAuth: ReadonlySet<string> = new Set(["runtimeRestart", "reboot", "unclassified"]);

function findMistakes({ document, at, entry }: WrittenEntry): readonly Problem[] {
  const problems: Problem[] = [];
  if (entry.since !== undefined && parseTalosVersion(entry.since) === undefined) {
    problems.push({
      code: "EFFECT_TABLE_INVALID",
      message: "`since` is no Talos version",
      position: document.positionAt([...at, "since"]),
      expected: "a version such as `v1.14.0-beta.0`",
    });
  }
  if (isAboutAuth(entry) && !loadsAuth.has(entry.effect)) {
    problems.push({
      code: "EFFECT_TABLE_INVALID",
      message: `a changed login to a registry is not loaded by \`${entry.effect}\``,
      position: document.positionAt([...at, "effect"]),
      expected: `one of ${[...loadsAuth].map((word) => `\`${word}\``).join(", ")}`,
    });
  }
  return problems;
}
