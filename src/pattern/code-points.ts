/** A set of code points, as inclusive ranges in ascending order that neither overlap nor touch. */
export type CodePoints = readonly (readonly [from: number, to: number])[];

const LAST = 0x10ffff;

/** The set of all code points in any of the ranges. */
export function codePointsOf(ranges: CodePoints): CodePoints {
  const joined: [number, number][] = [];
  for (const [from, to] of ranges.toSorted((a, b) => a[0] - b[0])) {
    const last = joined.at(-1);
    if (last === undefined || from > last[1] + 1) joined.push([from, to]);
    else last[1] = Math.max(last[1], to);
  }
  return joined;
}

/** All code points that are not in the set, surrogates included. */
export function complementOf(set: CodePoints): CodePoints {
  const rest: [number, number][] = [];
  let next = 0;
  for (const [from, to] of set) {
    if (from > next) rest.push([next, from - 1]);
    next = to + 1;
  }
  if (next <= LAST) rest.push([next, LAST]);
  return rest;
}

export function areDisjoint(a: CodePoints, b: CodePoints): boolean {
  return a.every(([from, to]) => b.every((range) => range[1] < from || to < range[0]));
}

/** Writes a set that is not empty as the source of a regular expression with the `u` flag. */
export function classSource(set: CodePoints): string {
  const ranges = set.map(([from, to]) =>
    from === to ? escapeOf(from) : `${escapeOf(from)}-${escapeOf(to)}`,
  );
  const [only] = set;
  return set.length === 1 && only?.[0] === only?.[1] ? ranges.join("") : `[${ranges.join("")}]`;
}

function escapeOf(codePoint: number): string {
  return `\\u{${codePoint.toString(16)}}`;
}
