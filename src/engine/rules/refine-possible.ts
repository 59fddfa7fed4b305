import { evaluateCondition } from "../../cel/condition.ts";
import { ERROR, FALSE, TRUE } from "../../cel/truth.ts";
import { type Bindings, type CelValue, Unknown } from "../../cel/value.ts";
import type { FactReader } from "../facts/fact-table.ts";
import { bindPolicy } from "./policy-bindings.ts";
import type { FirstResult, Possibility } from "./rule-result.ts";

/** More ways than this are not tried one by one; what is possible is then told unrefined. */
const WAYS_MAX = 64;

/**
 * Of the possibilities of an undecided result, those that some completion of its missing facts gives:
 * what is told to people. It is never what decides (unknowns §6: no case splitting).
 */
export function refinePossible<Subject>(
  result: FirstResult,
  reader: FactReader<Subject>,
): readonly Possibility[] {
  const ways = waysOf(result, reader);
  if (ways === undefined) return result.possible;
  const reached = new Set<string>();
  for (const way of ways) {
    const bindings = bindPolicy(result.policy, {
      ...reader,
      valueAt: (slot) => way.get(slot) ?? reader.valueAt(slot),
    });
    const name = firstMatch(result, bindings);
    if (name === undefined) return result.possible;
    reached.add(name);
  }
  return result.possible.filter(({ rule }) => reached.has(rule.name));
}

/** The rule that plain first match ends at; undefined if it is still not known. */
function firstMatch({ policy, possible }: FirstResult, bindings: Bindings): string | undefined {
  for (const { rule } of possible) {
    if (rule === policy.otherwise) continue;
    const { may } = evaluateCondition(rule.condition, bindings);
    if (may === TRUE || may === ERROR) return rule.name;
    if (may !== FALSE) return undefined;
  }
  return policy.otherwise?.name;
}

/** Every combination of the values that the missing facts may have; undefined if there are too many to count. */
function waysOf<Subject>(
  { missing, policy }: FirstResult,
  reader: FactReader<Subject>,
): readonly ReadonlyMap<number, CelValue>[] | undefined {
  const names = new Set(missing.map(({ name }) => name));
  let ways: readonly ReadonlyMap<number, CelValue>[] = [new Map()];
  for (let slot = 0; slot < policy.factCount; slot += 1) {
    if (!names.has(reader.nameAt(slot))) continue;
    const value = reader.valueAt(slot);
    if (!(value instanceof Unknown)) continue;
    const values = value.bounds.oneOf;
    if (values === undefined || ways.length * values.length > WAYS_MAX) return undefined;
    ways = ways.flatMap((way) => values.map((each) => new Map([...way, [slot, each]])));
  }
  return ways;
}
