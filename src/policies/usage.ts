import type { VariableDeclaration } from "../cel/type.ts";
import { nearest } from "../input/suggest.ts";

/** Which declared names the expressions of one policy read. */
export interface Usage {
  readonly reads: NameRead[];
  /** Texts that may read names, and of which it cannot be said which: they are wrong, or were left out. */
  readonly unread: string[];
}

/** The names that one expression or message reads. */
export interface NameRead {
  /** Where it stands, such as `spec, rules, 0, condition`. */
  readonly path: readonly string[];
  readonly names: readonly string[];
}

export function namesAt(
  slots: readonly number[],
  variables: readonly VariableDeclaration[],
): readonly string[] {
  return slots.flatMap((slot) => variables[slot]?.name ?? []);
}

/** The names that expressions at some places read. */
export function namesReadAt(
  { reads }: Usage,
  counts: (path: readonly string[]) => boolean,
): readonly string[] {
  return reads.filter(({ path }) => counts(path)).flatMap(({ names }) => names);
}

/**
 * Some names and, for the variables among them, those that these read. Variables read only those above them, so one round
 * from the last to the first finds all.
 */
export function throughVariables(
  { reads }: Usage,
  variableNames: readonly string[],
  start: Iterable<string>,
): ReadonlySet<string> {
  const read = new Set(start);
  for (const [index, name] of [...variableNames.entries()].reverse()) {
    if (!read.has(`variables.${name}`)) continue;
    for (const { path, names } of reads) {
      if (path[1] !== "variables" || path[2] !== String(index)) continue;
      for (const each of names) read.add(each);
    }
  }
  return read;
}

/** Words that are compared with names; with more of them any name may be meant. */
export const WORDS_MAX = 1_000;

/** The names that texts which could not be read may mean, misspelt or not. */
export function namesMentioned({ unread }: Usage, names: readonly string[]): readonly string[] {
  const words = new Set(
    unread.flatMap((text) => text.match(/\b(?:variables|params)\.[\w.]*/g) ?? []),
  );
  if (words.size > WORDS_MAX) return names;
  const known = new Set(names);
  return [...words].flatMap((word) => (known.has(word) ? word : (nearest(word, names) ?? [])));
}
