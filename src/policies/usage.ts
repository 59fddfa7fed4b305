import type { VariableDeclaration } from "../cel/type.ts";
import { nearest } from "../input/suggest.ts";

/** Which declared names the expressions of one policy read. */
export interface Usage {
  readonly reads: NameRead[];
  /** Texts that may read names, and of which it cannot be said which: they are wrong, or were left out. */
  readonly unread: string[];
  /** Names that nobody knows, at most one for each problem: one that is declared may be meant. */
  readonly unknown: string[];
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

/**
 * The names that texts which could not be read may mean: written out, misspelt, or without what stands before the last
 * point, as in `days` for `params.days`.
 */
export function namesMentioned(
  { unread, unknown }: Usage,
  names: readonly string[],
): readonly string[] {
  const words = new Set([...unread.flatMap((text) => text.match(/[A-Za-z_][\w.]*/g) ?? [])]);
  const misspelt = new Set([
    ...unknown,
    ...[...words].filter((word) => /^(?:variables|params)\./.test(word)),
  ]);
  if (misspelt.size > WORDS_MAX) return names;
  const lasts = new Set([...words, ...misspelt].map(lastOf));
  const known = new Set(names);
  return [
    ...names.filter((name) => lasts.has(lastOf(name))),
    ...[...misspelt].flatMap((word) => (known.has(word) ? [] : meantBy(word, names))),
  ];
}

function meantBy(word: string, names: readonly string[]): readonly string[] {
  const whole = nearest(word, names);
  if (whole !== undefined) return [whole];
  const last = nearest(lastOf(word), names.map(lastOf));
  return names.filter((name) => lastOf(name) === last);
}

/** `days` of `params.days`. */
function lastOf(name: string): string {
  return name.slice(name.lastIndexOf(".") + 1);
}
