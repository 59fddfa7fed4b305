// The whole method: what is not known is every value that it may have, each way is decided by itself, and what all
// ways agree on is decided (unknowns.md §0). Slow, and there is nothing in it to get wrong.

/** The values that a thing may have; one: it is known. Never empty. */
export type Possible<T> = readonly T[];

export const EITHER: Possible<boolean> = [true, false];

/** Every combination of one value of each. */
export function everyWay<T extends object>(
  choices: {
    readonly [K in keyof T]: Possible<T[K]>;
  },
): readonly T[] {
  const ways: T[] = [];
  const names = Object.keys(choices) as (keyof T)[];
  const chosen: Partial<T> = {};
  const choose = (at: number): void => {
    const name = names[at];
    if (name === undefined) {
      ways.push({ ...chosen } as T);
      return;
    }
    for (const value of choices[name]) {
      chosen[name] = value;
      choose(at + 1);
    }
  };
  choose(0);
  return ways;
}

/** Without what is there twice, by what it says. */
export function distinct<T>(values: readonly T[]): Possible<T> {
  return [...new Map(values.map((value) => [JSON.stringify(value), value])).values()];
}

/** Whether any of them is so. */
export function anyOf(each: readonly Possible<boolean>[]): Possible<boolean> {
  if (each.some((possible) => possible.every(Boolean))) return [true];
  return each.some((possible) => possible.includes(true)) ? EITHER : [false];
}
