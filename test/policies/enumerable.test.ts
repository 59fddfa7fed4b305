import { describe, expect, it } from "vitest";
import type { VariableDeclaration } from "../../src/cel/type.ts";
import { compileExpression } from "../../src/cel-library/compile-expression.ts";
import { atomsOf } from "../../src/policies/enumerable.ts";
import { bool, double, dyn, enumOf, int, listOf, mapOf, string } from "../cel/support.ts";

const variables: readonly VariableDeclaration[] = Object.entries({
  b: bool,
  c: bool,
  e: enumOf("a", "b"),
  e2: enumOf("b", "c"),
  n: int,
  k: int,
  w: string,
  v: string,
  f: double,
  d: dyn,
  l: listOf(string),
  m: mapOf(int),
  "g.q": bool,
}).map(([name, type]) => ({ name, type, mayBeAbsent: name === "n" }));

/** What the fragment says of an expression, as `name: constants`; undefined outside of it. */
function saidOf(text: string): string | undefined {
  const compiled = compileExpression(text, variables);
  if (!compiled.ok) throw new Error(`${text}: ${JSON.stringify(compiled.problems)}`);
  const shown = atomsOf(compiled.program)?.map(({ slot, values }) =>
    `${variables[slot]?.name}: ${values.map(String).join(" ")}`.trim(),
  );
  return shown?.join("; ");
}

describe("the enumerable fragment", () => {
  it.each([
    { text: "true", atoms: "", why: "a constant reads nothing" },
    { text: "b", atoms: "b:", why: "a bool says itself" },
    { text: "!b || c", atoms: "b:; c:", why: "bool operators" },
    { text: "c && b", atoms: "b:; c:", why: "in the order of the slots" },
    { text: "b ? c : !c", atoms: "b:; c:", why: "a choice of conditions" },
    { text: "b == c", atoms: "b:; c:", why: "two bools" },
    { text: "(b || c) == !b", atoms: "b:; c:", why: "two conditions" },
    { text: "g.q", atoms: "g.q:", why: "a dotted name is one variable" },
    { text: "e == 'a'", atoms: "e: a", why: "against a constant" },
    { text: "'a' != e", atoms: "e: a", why: "on either side" },
    { text: "e == e2", atoms: "e:; e2:", why: "two enums, whose types say all values" },
    { text: "n == null", atoms: "n: null", why: "a null test" },
    { text: "n != null && n < 3", atoms: "n: null 3", why: "an order of ints" },
    { text: "n == 1 || n == 2 || n == 1", atoms: "n: 1 2 1", why: "each as it comes" },
    { text: "k >= n || n == null", atoms: "n: null; k:", why: "two ints" },
    { text: "k == n", atoms: "n:; k:", why: "two ints" },
    { text: "e in ['a', 'b']", atoms: "e: a b", why: "one of some constants" },
    { text: "e in []", atoms: "e:", why: "one of none" },
    { text: "w == 'x' && w in ['y']", atoms: "w: x y", why: "a text against constants" },
    { text: "k == 9223372036854775807", atoms: "k: 9223372036854775807", why: "a large int" },
  ])("has $text with «$atoms»: $why", ({ text, atoms }) => {
    expect(saidOf(text)).toBe(atoms);
  });

  it.each([
    { text: "w == v", why: "two texts have no countable classes" },
    { text: "e == w", why: "a text beside an enum has none either" },
    { text: "w == e", why: "on either side" },
    { text: "w < 'a'", why: "texts are ordered densely" },
    { text: "f == 1.0", why: "a double" },
    { text: "k == 1.0", why: "a constant that is a double" },
    { text: "d == 1", why: "anything" },
    { text: "k + 1 == 2", why: "arithmetic" },
    { text: "size(l) == 1", why: "a call" },
    { text: "'a' in l", why: "a list that is read" },
    { text: "l.exists(x, x == 'a')", why: "a macro" },
    { text: "m.k == 1", why: "a key" },
    { text: "m.?k.hasValue()", why: "an optional" },
    { text: "has(m.k)", why: "a presence" },
    { text: "n in [k]", why: "a list that is not constant" },
    { text: "k in [?optional.of(1)]", why: "an element that may not be there" },
    { text: "w.startsWith('a')", why: "a part of a text" },
    { text: "1 == 1", why: "constants only" },
    { text: "b && w == v", why: "one part outside is enough" },
  ])("does not have $text: $why", ({ text }) => {
    expect(saidOf(text)).toBeUndefined();
  });
});
