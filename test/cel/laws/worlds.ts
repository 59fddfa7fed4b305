import fc from "fast-check";
import type { CelType, VariableDeclaration } from "../../../src/cel/type.ts";
import {
  type CelValue,
  PartialList,
  PartialMap,
  Unknown,
  type UnknownCause,
} from "../../../src/cel/value.ts";
import { bool, dyn, enumOf, int, listOf, mapOf, string } from "../support.ts";

// What generated conditions read: small domains, so that every completion of a gap can be tried out.

const inner: CelType = {
  kind: "struct",
  name: "Inner",
  fields: { f: { type: int, mayBeAbsent: true } },
};
const outer: CelType = {
  kind: "struct",
  name: "Outer",
  fields: { s: { type: inner, mayBeAbsent: true }, g: { type: bool, mayBeAbsent: false } },
};

interface Declared {
  readonly name: string;
  readonly type: CelType;
  readonly mayBeAbsent?: true;
  readonly domain: readonly CelValue[];
}

const scalars: readonly Declared[] = [
  { name: "b", type: bool, domain: [true, false] },
  { name: "e", type: enumOf("a", "b", "c"), mayBeAbsent: true, domain: ["a", "b", "c", null] },
  { name: "n", type: int, domain: [0, 1, 2] },
  { name: "m", type: int, mayBeAbsent: true, domain: [0, 1, null] },
  { name: "s", type: inner, domain: [{ f: 0 }, { f: 1 }, {}] },
  { name: "t", type: outer, domain: [{ g: true }, { s: {}, g: false }, { s: { f: 1 }, g: true }] },
  { name: "r", type: mapOf(int), domain: [{ k: 0 }, { k: 1, j: 2 }, { j: 2 }, {}] },
  { name: "y", type: mapOf(dyn), domain: [{ k: null }, { k: 1 }, { k: "a" }, {}] },
  { name: "w", type: string, domain: ["", "ab", "b"] },
  { name: "g.d", type: int, mayBeAbsent: true, domain: [0, 2, null] },
  { name: "g.q", type: bool, mayBeAbsent: true, domain: [true, false, null] },
];

const listSlot = scalars.length;

export const variables: readonly VariableDeclaration[] = [
  ...scalars.map(({ name, type, mayBeAbsent = false }) => ({ name, type, mayBeAbsent })),
  { name: "l", type: listOf(int), mayBeAbsent: false },
];

export const causes: readonly UnknownCause[] = variables.map(({ name }) => ({ name }));

/** What may be missing: the values that a variable may have, and for the list how it may be incomplete. */
export interface Gaps {
  readonly scalars: readonly (readonly CelValue[])[];
  readonly items: readonly { readonly values: readonly number[]; readonly isMaybe: boolean }[];
  readonly isOpen: boolean;
}

const someOf = <T>(values: readonly T[]) =>
  fc.subarray([...values], { minLength: 1 }).map((some): readonly T[] => some);

export const gaps: fc.Arbitrary<Gaps> = fc.record({
  scalars: fc.tuple(...scalars.map(({ domain }) => someOf(domain))),
  items: fc.array(fc.record({ values: someOf([0, 1, 2]), isMaybe: fc.boolean() }), {
    maxLength: 2,
  }),
  isOpen: fc.boolean(),
});

/** The partial values of a state, by slot. */
export function valuesOf({ scalars: states, items, isOpen }: Gaps): CelValue[] {
  const maybe = items.flatMap(({ isMaybe }, index) => (isMaybe ? [index] : []));
  const seen = items.map(({ values }) => unknownOf(listSlot, values));
  const isWhole = maybe.length === 0 && !isOpen;
  const options = { open: isOpen, causes: causes.slice(listSlot), maybe: new Set(maybe) };
  const list = isWhole ? seen : new PartialList(seen, options);
  return [...states.map((possible, slot) => unknownOf(slot, possible)), list];
}

function unknownOf(slot: number, possible: readonly CelValue[]): CelValue {
  const [only = null] = possible;
  if (possible.length === 1) return only;
  const from = causes[slot] ?? { name: "" };
  const { name, domain } = scalars[slot] ?? { name: "l", domain: [0, 1, 2] };
  if (name === "r" || name === "y") return openMap(possible, from);
  if (name === "s" && possible.length === 2) {
    const present = !possible.some((value) => JSON.stringify(value) === "{}");
    return { f: new Unknown([from], { present }) };
  }
  // A whole domain is not said: the declared type says it, or it is any value of that.
  if (possible.length === domain.length) return new Unknown([from]);
  return new Unknown([from], { oneOf: possible });
}

/** An open map in which the keys are seen that are in all that it may be. */
function openMap(possible: readonly CelValue[], from: UnknownCause): PartialMap {
  const maps = possible.map((each) => new Map(Object.entries(each ?? {})));
  const seen = new Map<string, CelValue>();
  for (const key of maps[0]?.keys() ?? []) {
    if (!maps.every((map) => map.has(key))) continue;
    const values = [...new Set(maps.map((map) => map.get(key)))];
    seen.set(key, values.length === 1 ? values[0] : new Unknown([from], { oneOf: values }));
  }
  return new PartialMap(Object.fromEntries(seen), [from]);
}

/** Lists that a list with gaps may be; further elements of an open one stand at its start and end. */
function completeLists({ items, isOpen }: Gaps): CelValue[][] {
  let lists: CelValue[][] = [[]];
  for (const { values, isMaybe } of items) {
    lists = lists.flatMap((list) => [
      ...values.map((value) => [...list, value]),
      ...(isMaybe ? [list] : []),
    ]);
  }
  if (!isOpen) return lists;
  return lists.flatMap((list) => [list, [0, ...list], [...list, 1], [2, ...list, 2, 0]]);
}

const COMPLETIONS_MAX = 3_000;

/** The worlds that a state may be, as far as some slots tell them apart; of too many, some of each kind. */
export function completionsOf(state: Gaps, slots: readonly number[]): CelValue[][] {
  const possible = [...state.scalars, completeLists(state)];
  const choices = possible.map((values, slot) =>
    slots.includes(slot) ? values : values.slice(0, 1),
  );
  const count = choices.reduce((product, values) => product * values.length, 1);
  // A stride that shares no factor with the sizes of domains comes by every value of each.
  const stride = count > COMPLETIONS_MAX ? 7 * Math.ceil(count / COMPLETIONS_MAX / 7) + 1 : 1;
  const worlds: CelValue[][] = [];
  for (let at = 0; at < count; at += stride) {
    let rest = at;
    worlds.push(
      choices.map((values) => {
        const value = values[rest % values.length] ?? null;
        rest = Math.floor(rest / values.length);
        return value;
      }),
    );
  }
  return worlds;
}

/** Ways to learn one thing: a variable, or an element, or that an element is there, or the rest. */
export function refinementsOf(state: Gaps): Gaps[] {
  const { scalars: states, items, isOpen } = state;
  const fewer = <T>(values: readonly T[]): (readonly T[])[] =>
    values.length === 1 ? [] : [...values.map((value) => [value]), values.slice(1)];
  return [
    ...states.flatMap((values, slot) =>
      fewer(values).map((less) => ({ ...state, scalars: states.with(slot, less) })),
    ),
    ...items.flatMap((item, index) =>
      [
        ...fewer(item.values).map((values) => ({ ...item, values })),
        ...(item.isMaybe ? [{ ...item, isMaybe: false }] : []),
      ].map((learnt) => ({ ...state, items: items.with(index, learnt) })),
    ),
    ...items.flatMap((item, index) =>
      item.isMaybe ? [{ ...state, items: items.toSpliced(index, 1) }] : [],
    ),
    ...(isOpen ? [{ ...state, isOpen: false }] : []),
  ];
}
