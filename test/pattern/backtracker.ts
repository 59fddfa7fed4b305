import type { Item, Sequence, SimplePattern } from "../../src/pattern/simple-pattern.ts";

/** Beyond this the count is given up: what takes so long for a short text is not linear. */
const STEPS_MAX = 1_000_000;

/**
 * Matches as a backtracking engine does and counts its steps: each attempt to read a code point, to go round again, to leave or to
 * enter an alternative is one.
 *
 * @throws RangeError after `STEPS_MAX` steps.
 */
export function countSteps({ fromStart, toEnd, body }: SimplePattern, subject: string): Outcome {
  const text = Array.from(subject, (char) => char.codePointAt(0) ?? 0);
  let steps = 0;

  const sequence = (items: Sequence, at: number, then: Then): boolean => {
    steps += 1;
    if (steps > STEPS_MAX) throw new RangeError("too many steps");
    const [item, ...rest] = items;
    return item === undefined ? then(at) : rounds(item, 0, at, (end) => sequence(rest, end, then));
  };
  const rounds = (item: Item, done: number, at: number, then: Then): boolean => {
    steps += 1;
    if (steps > STEPS_MAX) throw new RangeError("too many steps");
    const again = (): boolean =>
      once(item, at, (end) => end > at && rounds(item, done + 1, end, then));
    return (done < item.max && again()) || (done >= item.min && then(at));
  };
  const once = ({ atom }: Item, at: number, then: Then): boolean => {
    steps += 1;
    if (atom.kind === "group") return atom.alternatives.some((each) => sequence(each, at, then));
    const next = text[at];
    return (
      next !== undefined &&
      atom.set.some(([from, to]) => from <= next && next <= to) &&
      then(at + 1)
    );
  };

  const starts = fromStart ? [0] : [...text.keys(), text.length];
  const matches = starts.some((start) =>
    sequence(body, start, (end) => !toEnd || end === text.length),
  );
  return { matches, steps };
}

interface Outcome {
  readonly matches: boolean;
  readonly steps: number;
}

type Then = (at: number) => boolean;
