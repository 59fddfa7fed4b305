import { generateValue, keys, typeForDyn, writeLiteral } from "./generate-value.ts";
import type { Rule } from "./grammar.ts";
import { literalTerm } from "./literal.ts";
import { type Random, randomOf } from "./random.ts";
import type { Term } from "./term.ts";
import { allTypes, scalar, scalars, type Type } from "./types.ts";
import type { Value } from "./values.ts";

/** An expression and the values of the variables that it reads. */
export interface Case {
  readonly term: Term;
  readonly bindings: ReadonlyMap<string, Value>;
  /** Whether types were ignored here and there. */
  readonly isIllTyped: boolean;
}

/** The variables of every expression: two of each type, the values of which differ from run to run. */
export const variables: readonly { readonly name: string; readonly type: Type }[] =
  allTypes.flatMap((type) => {
    const name = type.name.replace(/\W+/g, "_");
    return [1, 2].map((index) => ({ name: `${name}_${index}`, type }));
  });

const namesOf = new Map<Type, readonly string[]>(
  allTypes.map((type) => [
    type,
    variables.filter((each) => each.type === type).map(({ name }) => name),
  ]),
);

/** Parts of the largest expressions. */
const SIZE_MAX = 14;
/** One expression in so many may be of three times that size. */
const LARGE_IN = 10;
/** One expression in so many is ill-typed, and in those one part in so many. */
const ILL_TYPED_IN = 10;
const STRAY_PART_IN = 6;
/** One part in so many is of no known type. */
const DYN_PART_IN = 15;

/** How often each rule and each type came up. */
export type Counts = Map<string, number>;

function count(counts: Counts, name: string): void {
  counts.set(name, (counts.get(name) ?? 0) + 1);
}

/** Makes expressions of rules, by run; what came up is counted in `counts`. */
export function makeGenerator(
  rules: readonly Rule[],
  seed: number,
  counts: Counts = new Map(),
): (run: number) => Case {
  const byResult = groupRules(rules);
  return (run) => {
    const random = randomOf(seed, run);
    const bindings = new Map<string, Value>();
    const isIllTyped = random.oneIn(ILL_TYPED_IN);
    const state: State = { random, bindings, isIllTyped, byResult, counts };
    const type = random.pick(random.pick([[scalar("bool")], scalars, allTypes]));
    const sizeMax = random.oneIn(LARGE_IN) ? 3 * SIZE_MAX : SIZE_MAX;
    const term = generate(state, type, { size: 1 + random.below(sizeMax), scope: [] });
    return { term, bindings, isIllTyped };
  };
}

/** Rules in groups and groups of groups, of which each is picked as often as the others beside it. */
type Groups = readonly (readonly (readonly Rule[])[])[];

type RulesByResult = ReadonlyMap<Type, Groups>;

/** Rules by what they make, then by family, then by the kind of what they take. */
function groupRules(rules: readonly Rule[]): RulesByResult {
  const groups = allTypes.map((type) => {
    const made = rules.filter(({ result }) => result === type);
    const families = groupBy(made, ({ family, name }) => family ?? name);
    const byKind = families.map((family) => groupBy(family, ({ parts }) => `${parts[0]?.kind}`));
    return [type, byKind] as const;
  });
  return new Map(groups);
}

function groupBy(rules: readonly Rule[], keyOf: (rule: Rule) => string): readonly Rule[][] {
  const groups = new Map<string, Rule[]>();
  for (const rule of rules) {
    const key = keyOf(rule);
    groups.set(key, [...(groups.get(key) ?? []), rule]);
  }
  return [...groups.values()];
}

interface State {
  readonly random: Random;
  readonly bindings: Map<string, Value>;
  readonly isIllTyped: boolean;
  readonly byResult: RulesByResult;
  readonly counts: Counts;
}

interface Local {
  readonly name: string;
  readonly type: Type;
}

/** How large a term may be, and the macro variables that it may read, the innermost first. */
interface Room {
  readonly size: number;
  readonly scope: readonly Local[];
}

function generate(state: State, wanted: Type, room: Room): Term {
  const { random, isIllTyped, byResult, counts } = state;
  const isStray = isIllTyped && random.oneIn(STRAY_PART_IN);
  const asked = isStray ? random.pick(allTypes) : wanted;
  const type = asked.kind === "dyn" ? typeForDyn(random) : asked;
  count(counts, `type ${type.kind}`);
  const groups = byResult.get(type) ?? [];
  if (room.size <= 1 || groups.length === 0 || random.oneIn(8)) return leaf(state, type, room);
  const rule = pickRule(random, groups);
  count(counts, rule.name);
  return grow(state, rule, room);
}

/** Rules that often give an error, which would then hide whatever stands around it. */
const risky =
  /^(?:\[\]|select|(?:bool|u?int|double|timestamp|duration)\(\)|no time zone|matches (?:no|what)|charAt|substring|(?:i|lastI)ndexOf of 3)/;

function pickRule(random: Random, groups: Groups): Rule {
  const pick = (): Rule => random.pick(random.pick(random.pick(groups)));
  const rule = pick();
  return risky.test(rule.name) && !random.oneIn(3) ? pick() : rule;
}

const localNames = ["x", "y", "z"];

function grow(state: State, rule: Rule, { size, scope }: Room): Term {
  const { random, counts } = state;
  const names = random.oneIn(2) ? localNames : localNames.toReversed();
  const [x = "x", y = "y"] = names.slice(random.below(localNames.length - 1));
  const bound = (rule.binds ?? []).map((type, index) => ({ name: index === 0 ? x : y, type }));
  const inner = [...bound.toReversed(), ...scope];
  const share = (size - 1) / Math.max(rule.parts.length, 1);
  const parts = rule.parts.map((type, index) => {
    const part = generate(state, type, { size: share, scope: index === 0 ? scope : inner });
    if (!random.oneIn(DYN_PART_IN)) return part;
    count(counts, "dyn() around a part");
    return { type, template: "dyn($0)", parts: [part] };
  });
  // Without its parentheses an operator shows how tightly it binds.
  const isBare = rule.template.startsWith("(") && random.oneIn(25);
  const template = (isBare ? rule.template.slice(1, -1) : rule.template)
    .replaceAll("$x", x)
    .replaceAll("$y", y)
    .replace("$k", random.pick(keys));
  return { type: rule.result, template, parts };
}

function leaf(state: State, type: Type, { scope }: Room): Term {
  const { random, bindings, counts } = state;
  // An outer macro variable may be hidden by an inner one of its name.
  const visible = scope.filter(
    (local, index) => scope.findIndex((outer) => outer.name === local.name) === index,
  );
  const locals = visible.filter((local) => local.type === type || local.type.kind === "dyn");
  if (locals.length > 0 && !random.oneIn(3)) {
    count(counts, "macro variable");
    return { type, template: random.pick(locals).name, parts: [] };
  }
  const value = generateValue(random, type);
  if (random.oneIn(2)) {
    count(counts, "literal");
    return literalTerm(value, (each) => writeLiteral(random, each));
  }
  count(counts, "variable");
  const names = namesOf.get(type) ?? [];
  const dynNames = random.oneIn(6) ? variables.filter((each) => each.type.kind === "dyn") : [];
  const name = random.pick(dynNames.length > 0 ? dynNames.map((each) => each.name) : names);
  if (!bindings.has(name)) bindings.set(name, value);
  return { type, template: name, parts: [] };
}
