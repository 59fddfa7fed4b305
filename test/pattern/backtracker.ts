import type { Item, Sequence, SimplePattern } from "../../src/pattern/simple-pattern.ts";

/** Beyond this the count is given up: what takes so long for a short text is not linear. */
const STEPS_MAX = 1_000_000;

/**
 * Matches as a backtracking engine does and counts its steps: each attempt to read a code point, to go round again, to leave or to
 * enter an alternative is one. What is left to do is kept as functions instead of on the call stack, which long texts would fill.
 *
 * @throws RangeError after `STEPS_MAX` steps.
 */
export function countSteps({ fromStart, toEnd, body }: SimplePattern, subject: string): Outcome {
  const text = Array.from(subject, (char) => char.codePointAt(0) ?? 0);
  let steps = 0;
  const count = (): void => {
    steps += 1;
    if (steps > STEPS_MAX) throw new RangeError("too many steps");
  };

  const sequence = (items: Sequence, at: number, { onMatch, otherwise }: Ways): Step => {
    count();
    const [item, ...rest] = items;
    if (item === undefined) return () => onMatch(at, otherwise);
    const inRest: OnMatch = (end, back) => sequence(rest, end, { onMatch, otherwise: back });
    return () => rounds(item, 0, at, { onMatch: inRest, otherwise });
  };
  const rounds = (item: Item, done: number, at: number, { onMatch, otherwise }: Ways): Step => {
    count();
    const leave = (): Step => (done >= item.min ? onMatch(at, otherwise) : otherwise);
    if (done >= item.max) return leave;
    const again: OnMatch = (end, back) =>
      end > at ? rounds(item, done + 1, end, { onMatch, otherwise: back }) : back;
    return () => once(item, at, { onMatch: again, otherwise: leave });
  };
  const once = ({ atom }: Item, at: number, { onMatch, otherwise }: Ways): Step => {
    count();
    if (atom.kind === "group") {
      return atom.alternatives.reduceRight<Step>(
        (next, each) => () => sequence(each, at, { onMatch, otherwise: next }),
        otherwise,
      );
    }
    const char = text[at];
    const isIn = char !== undefined && atom.set.some(([from, to]) => from <= char && char <= to);
    return isIn ? onMatch(at + 1, otherwise) : otherwise;
  };

  const starts = fromStart ? [0] : [...text.keys(), text.length];
  const matches = starts.some((start) =>
    run(
      sequence(body, start, {
        onMatch: (end, back) => (!toEnd || end === text.length ? matched : back),
        otherwise: failed,
      }),
    ),
  );
  return { matches, steps };
}

interface Outcome {
  readonly matches: boolean;
  readonly steps: number;
}

/** What is to be tried next; `matched` and `failed` end the search. */
type Step = () => Step;

/** Goes on from where an item ended, and if that fails with `back`. */
type OnMatch = (at: number, back: Step) => Step;

interface Ways {
  readonly onMatch: OnMatch;
  readonly otherwise: Step;
}

const matched: Step = () => matched;
const failed: Step = () => failed;

function run(first: Step): boolean {
  let step = first;
  while (step !== matched && step !== failed) step = step();
  return step === matched;
}
