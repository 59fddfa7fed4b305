import { areDisjoint, type CodePoints } from "./code-points.ts";
import type { Atom, Item, Sequence, SimplePattern } from "./simple-pattern.ts";

/** Longest text, in code points, that a pattern may match which is tried at each offset of the text. */
const FLOATING_LENGTH_MAX = 64;

/**
 * Whether a backtracking engine takes time proportional to the text's length for a pattern.
 *
 * The rule. A *choice* is whether to go round again in an item whose count varies, or which alternative of a group to enter.
 *
 * 1. Groups match no empty text.
 * 2. If an item's count varies, nothing that it can start with can also come right after it, the start of an enclosing
 *    repeated group included.
 * 3. Of two alternatives of a group, both begin with a fixed run of sets, and those of some place in the runs are disjoint.
 * 4. If a match may start anywhere, it is at most `FLOATING_LENGTH_MAX` long. Otherwise it may have any length.
 * 5. A group that is counted has no counted item within (RE2 limits the product of the two).
 *
 * The proof. Take one start in the text. At a choice, let c be the next code point, if there is one. By 2, c fits "again" or "leave",
 * not both; the other way ends at once, since all that it can do without reading c is to pass items that may be left out and to
 * test for the end. By 3, at most one alternative gets past the place at which two differ; the others end
 * within their fixed runs, in which there is no choice. So there is one path through text and pattern that goes on, and from
 * each of its choices hang dead ends, each shorter than the pattern. By 1 a path reads at least one code point each
 * time round, so the one path has at most as many choices for each code point as the pattern has items. Backtracking walks that path and
 * its dead ends once: steps ≤ length of the text × a constant of the pattern. The end of the pattern is no choice: who reaches
 * it has a match, and nothing is tried after. With `^` there is one start; without, by 4 each start reads at
 * most a constant number of code points. ∎
 */
export function isLinear({ fromStart, body }: SimplePattern): boolean {
  const isShort = fromStart || longestOf(body) <= FLOATING_LENGTH_MAX;
  return isShort && isDecided(body, []) && !body.some((item) => hasNestedCounts(item));
}

/** The most code points that a sequence matches; may be Infinity. */
export function longestOf(sequence: Sequence): number {
  return sequence.reduce((sum, { atom, max }) => sum + max * longestOfAtom(atom), 0);
}

function longestOfAtom(atom: Atom): number {
  return atom.kind === "set" ? 1 : Math.max(...atom.alternatives.map(longestOf));
}

/** Whether each choice in a sequence is settled by what comes next, if any of `following` may come right after it. */
function isDecided(sequence: Sequence, following: CodePoints): boolean {
  return sequence.every((item, index) =>
    isItemDecided(item, startOf(sequence.slice(index + 1), following)),
  );
}

function isItemDecided({ atom, min, max }: Item, following: CodePoints): boolean {
  const start = startOfAtom(atom);
  if (min !== max && !areDisjoint(start, following)) return false;
  if (atom.kind === "set") return true;
  const afterEach = max > 1 ? [...start, ...following] : following;
  return (
    areToldApart(atom.alternatives) &&
    atom.alternatives.every((each) => !canBeEmpty(each) && isDecided(each, afterEach))
  );
}

/** What can come first in a sequence, or in what follows if the sequence may be empty. Ranges may overlap. */
function startOf(sequence: Sequence, following: CodePoints): CodePoints {
  const end = sequence.findIndex(({ min }) => min > 0);
  const first = (end < 0 ? sequence : sequence.slice(0, end + 1)).flatMap(({ atom }) =>
    startOfAtom(atom),
  );
  return end < 0 ? [...first, ...following] : first;
}

function startOfAtom(atom: Atom): CodePoints {
  return atom.kind === "set" ? atom.set : atom.alternatives.flatMap((each) => startOf(each, []));
}

function canBeEmpty(sequence: Sequence): boolean {
  return sequence.every(({ min }) => min === 0);
}

function areToldApart(alternatives: readonly Sequence[]): boolean {
  const runs = alternatives.map(fixedRun);
  return runs.every((run, index) =>
    runs.slice(index + 1).every((other) =>
      run.some((set, place) => {
        const there = other[place];
        return there !== undefined && areDisjoint(set, there);
      }),
    ),
  );
}

/** The sets that a sequence begins with, whatever it matches; cut at the first choice. */
function fixedRun(sequence: Sequence): readonly CodePoints[] {
  const run: CodePoints[] = [];
  for (const { atom, min, max } of sequence) {
    if (atom.kind === "group") return run;
    run.push(...Array<CodePoints>(min).fill(atom.set));
    if (min !== max || run.length > FLOATING_LENGTH_MAX) return run;
  }
  return run;
}

function hasNestedCounts({ atom, min, max }: Item): boolean {
  if (atom.kind === "set") return false;
  const items = atom.alternatives.flat();
  return isCounted({ min, max })
    ? items.some(hasCounts)
    : items.some((item) => hasNestedCounts(item));
}

function hasCounts(item: Item): boolean {
  return (
    isCounted(item) || (item.atom.kind === "group" && item.atom.alternatives.flat().some(hasCounts))
  );
}

function isCounted({ min, max }: Pick<Item, "min" | "max">): boolean {
  return min > 1 || (max > 1 && max !== Number.POSITIVE_INFINITY);
}
