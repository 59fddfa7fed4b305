import { compareText } from "./compare-text.ts";

/** Longer words are not compared: nobody mistypes them by two characters only. */
const WORD_LENGTH_MAX = 64;

/**
 * The candidate that `word` was probably meant to be: the nearest by edits (a swap counts as one), at most
 * one edit for each three characters. Ties go to the first in code-unit order.
 */
export function nearest(word: string, candidates: Iterable<string>): string | undefined {
  if (word.length > WORD_LENGTH_MAX) return undefined;
  let best: string | undefined;
  let bestDistance = Math.max(1, Math.floor(word.length / 3)) + 1;
  for (const candidate of [...candidates].sort(compareText)) {
    if (candidate === word || Math.abs(candidate.length - word.length) >= bestDistance) continue;
    const distance = editDistance(word.toLowerCase(), candidate.toLowerCase());
    if (distance < bestDistance) {
      best = candidate;
      bestDistance = distance;
    }
  }
  return best;
}

/** Edits (insert, delete, replace, swap of neighbours) from one word to the other. */
function editDistance(from: string, to: string): number {
  let beforeLast: number[] = [];
  let last = Array.from({ length: to.length + 1 }, (_, column) => column);
  for (let row = 1; row <= from.length; row++) {
    const current = [row];
    for (let column = 1; column <= to.length; column++) {
      const replaced = at(last, column - 1) + (from[row - 1] === to[column - 1] ? 0 : 1);
      const isSwap =
        row > 1 &&
        column > 1 &&
        from[row - 1] === to[column - 2] &&
        from[row - 2] === to[column - 1];
      const swapped = isSwap ? at(beforeLast, column - 2) + 1 : Number.POSITIVE_INFINITY;
      current.push(Math.min(replaced, swapped, at(last, column) + 1, at(current, column - 1) + 1));
    }
    beforeLast = last;
    last = current;
  }
  return at(last, to.length);
}

function at(row: readonly number[], column: number): number {
  return row[column] ?? Number.POSITIVE_INFINITY;
}

/** Longer lists of names help nobody. */
const LISTED_NAMES_MAX = 12;

/** Help text for a mistyped name: what may be meant, or else what there is to choose from. */
export function didYouMean(name: string, known: readonly string[]): string | undefined {
  const listed = known.length === 0 || known.length > LISTED_NAMES_MAX ? undefined : known;
  const otherwise = listed && `one of ${listed.map((each) => `\`${each}\``).join(", ")}`;
  return suggestion(nearest(name, known), otherwise).help;
}

/** The help of a problem: what was probably meant, else something else, if there is anything to say. */
export function suggestion(
  meant: string | undefined,
  otherwise?: string,
): { readonly help?: string } {
  const help = meant === undefined ? otherwise : `did you mean \`${meant}\`?`;
  return help === undefined ? {} : { help };
}
