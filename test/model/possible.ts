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
  return Object.entries<Possible<unknown>>(choices).reduce<readonly object[]>(
    (ways, [name, values]) =>
      ways.flatMap((way) => values.map((value) => ({ ...way, [name]: value }))),
    [{}],
  ) as readonly T[];
}

/** Without what is there twice, by what it says. */
export function distinct<T>(values: readonly T[]): Possible<T> {
  return [...new Map(values.map((value) => [JSON.stringify(value), value])).values()];
}
