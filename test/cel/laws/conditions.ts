import fc from "fast-check";
import type { Program } from "../../../src/cel/expression.ts";
import { compileExpression } from "../../../src/cel-library/compile-expression.ts";
import { variables } from "./worlds.ts";

// Conditions over the variables of `worlds.ts`: every kind of operator, macro and function.

const constant = fc.integer({ min: 0, max: 2 }).map(String);
const comparison = fc.constantFrom("==", "!=", "<", ">=");
const text = (parts: TemplateStringsArray, ...holes: fc.Arbitrary<string>[]) =>
  fc.tuple(...holes).map((values) => String.raw({ raw: parts }, ...values));

const { condition } = fc.letrec<{
  condition: string;
  number: string;
  optional: string;
  text: string;
  list: string;
}>((tie) => {
  const number = tie("number");
  const bool = tie("condition");
  const optional = tie("optional");
  const word = tie("text");
  const list = tie("list");
  return {
    number: fc.oneof(
      { maxDepth: 2 },
      fc.constantFrom("n", "m", "size(l)", "size(w)", "size(r)", "l[0]", "g.?d.orValue(0)"),
      constant,
      text`(${number} + ${number})`,
      text`(2 / ${number})`,
      text`(${bool} ? ${number} : ${number})`,
      text`l[${constant}]`,
      text`size(l.filter(x, x ${comparison} ${number}))`,
      text`size(l.transformList(i, x, i ${comparison} ${number}, x))`,
      text`size(l.transformMap(i, x, x ${comparison} ${number}, 2 / x))`,
      text`size(r.transformMap(k, v, v ${comparison} ${number}, v))`,
      text`${optional}.orValue(${number})`,
      text`${optional}.value()`,
      text`size([?${optional}, ${number}, ?${optional}])`,
      text`[?${optional}, ${number}][${constant}]`,
      text`size({?'a': ${optional}, 'b': ${number}})`,
      text`size({?'a': ${optional}, ?'a': ${optional}})`,
      text`{?'a': ${optional}, ?w: ${optional}, 'b': ${number}}.a`,
    ),
    optional: fc.oneof(
      { maxDepth: 2 },
      fc.constantFrom("s.?f", "t.?s.?f", "t.?s.f", "t.s.?f", "r.?k", "r[?'j']", "g.?d"),
      fc.constantFrom("optional.none()", "r[?w]"),
      text`optional.of(${number})`,
      text`optional.ofNonZeroValue(${number})`,
      text`l[?${number}]`,
      text`${optional}.or(${optional})`,
      text`${optional}.optMap(x, x + ${number})`,
      text`${optional}.optMap(x, 2 / x)`,
      text`${optional}.optFlatMap(x, x ${comparison} ${number} ? ${optional} : optional.of(x))`,
      text`(${bool} ? ${optional} : ${optional})`,
    ),
    text: fc.oneof(
      { maxDepth: 1 },
      fc.constantFrom("w", "'a'", "''", "'b'", "'ab'"),
      text`(${word} + ${word})`,
      text`(${bool} ? ${word} : ${word})`,
    ),
    // Lists made of others: elements that may not be there shift those behind them.
    list: fc.oneof(
      { maxDepth: 2 },
      fc.constantFrom("l", "l", "[n, 1]"),
      text`[?${optional}, ${number}, ?${optional}, 2]`,
      text`${list}.filter(x, x ${comparison} ${number})`,
      text`[1, 2].filter(x, x == 2 || ${bool})`,
      text`${list}.map(x, x + 1)`,
      text`${list}.transformList(i, x, x ${comparison} i, x)`,
      text`(${bool} ? ${list} : ${list})`,
    ),
    condition: fc.oneof(
      { maxDepth: 4 },
      text`(${number} in ${list}.transformMap(i, x, x ${comparison} ${number}, x))`,
      text`(${list}.transformMap(i, x, x) == {0: ${number}, 1: ${number}})`,
      text`(${list}.transformMap(i, x, x ${comparison} 1, x)[${constant}] == 1)`,
      text`${list}.exists(i, x, i == ${number} && x ${comparison} ${number})`,
      text`(${list} == ${list})`,
      text`(${number} in ${list})`,
      fc.constantFrom("b", "e == 'a'", "e != 'b'", "e in ['a', 'b']", "e in ['a', 'b', 'c']"),
      fc.constantFrom("has(s.f)", "s.f == 1", "s.f == null", "has(s.f) && s.f < 1", "has(r.k)"),
      fc.constantFrom("r.k == 1", "'k' in r", "'k' in r && r.k < 1", "!has(r.k) || r.k >= n"),
      fc.constantFrom("e == null", "m != null", "e == e", "b == b", "!b", "n in l", "m in l"),
      fc.constantFrom("t.g", "has(t.s)", "has(t.s.f)", "t.s.f == 1", "t.s == null", "t.?g.value()"),
      fc.constantFrom("has(y.k)", "y.k == null", "y.k == 1", "y.?k.orValue(2) == 1", "w in r"),
      fc.constantFrom("has(y.?k)", "y.?k == optional.of(null)", "y.k < 2", "r == {'j': n}"),
      fc.constantFrom("[?y.?k] == [1]", "y[?'k'].hasValue()", "{?'k': y.?k} == y", "w in [w]"),
      fc.constantFrom("y.?k.value() == null", "has(s.?f)", "has(t.?s.f)", "g.?q.hasValue()"),
      text`g.?q.orValue(${bool})`,
      text`(${number} ${comparison} ${number})`,
      text`(${word} ${comparison} ${word})`,
      text`${word}.startsWith(${word})`,
      text`${word}.contains(${word})`,
      text`${optional}.hasValue()`,
      text`(${optional} == ${optional})`,
      text`!(${bool})`,
      text`(${bool} && ${bool})`,
      text`(${bool} || ${bool} || ${bool})`,
      text`(${bool} && ${bool} && b && ${bool})`,
      text`(${bool} ? ${bool} : ${bool})`,
      text`((${bool}) == (${bool}))`,
      text`(('k' in r || ${bool}) && r.k < ${number})`,
      text`((!has(r.k) && ${bool}) || r.k < ${number})`,
      text`('k' in r && ${bool} && r.k < ${number})`,
      text`l.exists(x, x ${comparison} ${number} || ${bool})`,
      text`l.all(x, x ${comparison} ${number} && ${bool})`,
      text`l.exists_one(x, x ${comparison} ${number})`,
      text`l.map(x, x ${comparison} ${number}, x / ${number}).exists(y, y == 1)`,
      text`l.exists(i, x, i ${comparison} ${number} && x ${comparison} ${number})`,
      text`l.all(i, x, i ${comparison} x || ${bool})`,
      text`l.existsOne(i, x, i ${comparison} ${number} || x ${comparison} ${number})`,
      text`(l.transformList(i, x, x + i) == [${number}, ${number}])`,
      text`(l.transformMap(i, x, ${bool}, x) == {0: ${number}})`,
      text`r.exists(k, v, k == 'k' && v ${comparison} ${number})`,
      text`r.all(k, v, k != ${word} || v ${comparison} ${number})`,
      text`r.existsOne(k, v, v ${comparison} ${number})`,
      text`(${number} in r.transformList(k, v, k != 'j', 2 / v))`,
      text`('k' in r.transformMap(k, v, v ${comparison} ${number}, v + 1))`,
    ),
  };
});

/** Compiles; where `m` is read unguarded, it guards the whole. */
function compileGuarded(source: string): Program {
  const compiled = compileExpression(source, variables);
  if (compiled.ok) return compiled.program;
  const guarded = compileExpression(`m != null && ${source}`, variables);
  if (!guarded.ok) throw new Error(`${source}: ${JSON.stringify(guarded.problems)}`);
  return guarded.program;
}

export const program: fc.Arbitrary<Program> = condition.map(compileGuarded);
