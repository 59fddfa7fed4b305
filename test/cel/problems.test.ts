import { describe, expect, it } from "vitest";
import type { CelType } from "../../src/cel/type.ts";
import {
  bool,
  dyn,
  enumOf,
  int,
  listOf,
  mapOf,
  problemsOf,
  string,
  type World,
} from "./support.ts";

const pod: CelType = {
  kind: "struct",
  name: "Pod",
  fields: {
    phase: { type: enumOf("Running", "Pending"), mayBeAbsent: false },
    restarts: { type: int, mayBeAbsent: true },
    labels: { type: mapOf(string), mayBeAbsent: true },
  },
};

const world: World = {
  "node.ready": { type: bool },
  "node.name": { type: string },
  age: { type: int, mayBeAbsent: true },
  on: { type: bool, mayBeAbsent: true },
  effect: { type: enumOf("none", "restart", "reboot") },
  pod: { type: pod, mayBeAbsent: true },
  pods: { type: listOf(pod) },
  raw: { type: dyn },
};

/** The mistakes of an expression, each with the text that it points at. */
function mistakes(text: string, expects?: CelType): string[] {
  return problemsOf(text, world, expects).map(({ code, message, help, offset, end }) => {
    const area = code.replace("EXPRESSION_", "");
    return `${area} «${text.slice(offset, end)}» ${message}${help === undefined ? "" : ` (${help})`}`;
  });
}

describe("syntax", () => {
  it.each([
    { text: "", at: 0, message: "expected an expression, found the end", why: "nothing" },
    {
      text: "1 +",
      at: 3,
      message: "expected an expression, found the end",
      why: "half an operator",
    },
    {
      text: "1 2",
      at: 2,
      message: "expected the end of the expression, found `2`",
      why: "two expressions",
    },
    { text: "(1", at: 2, message: "expected `)`, found the end", why: "not closed" },
    { text: "[1, 2", at: 5, message: "expected `]`, found the end", why: "not closed" },
    { text: "{1 2}", at: 3, message: "expected `:`, found `2`", why: "no value" },
    { text: "a ? b", at: 5, message: "expected `:`, found the end", why: "no other branch" },
    { text: "f(1,)", at: 4, message: "expected an argument, found `)`", why: "a comma too many" },
    {
      text: "a.1",
      at: 1,
      message: "expected the end of the expression, found `.1`",
      why: "no field",
    },
    { text: "a. ", at: 3, message: "expected a field name, found the end", why: "no field" },
    { text: "a.in", at: 2, message: "expected a field name, found `in`", why: "a keyword" },
    { text: "if == 1", at: 0, message: "`if` is a reserved word", why: "as in the specification" },
    { text: "a # b", at: 2, message: 'unexpected character "#"', why: "no such operator" },
    { text: "a = b", at: 2, message: 'unexpected character "="', why: "half a comparison" },
    { text: "a &", at: 2, message: 'unexpected character "&"', why: "half an operator" },
    {
      text: "a 😀",
      at: 2,
      message: 'unexpected character "😀"',
      why: "one character of two units",
    },
    { text: "x == 'abc", at: 5, message: "string is not closed", why: "no quote" },
    { text: "x == 'a\nb'", at: 5, message: "string is not closed", why: "a line ends it" },
    { text: "'a\\qb'", at: 2, message: "unknown escape in a string", why: "no such escape" },
    { text: "'\\ud83d'", at: 1, message: "escape is no Unicode code point", why: "half a pair" },
    { text: "b'\\u0041'", at: 2, message: "bytes take no `\\u` escape", why: "bytes are no text" },
    { text: "'\ud83d'", at: 1, message: "half of a surrogate pair", why: "no such character" },
    {
      text: "9223372036854775808",
      at: 0,
      message: "number is out of the range of 64 bits",
      why: "2^63",
    },
    {
      text: "1 + -9223372036854775809",
      at: 4,
      message: "number is out of the range of 64 bits",
      why: "-2^63 - 1",
    },
    {
      text: "18446744073709551616u",
      at: 0,
      message: "number is out of the range of 64 bits",
      why: "2^64",
    },
    {
      text: "Foo{a: 1}",
      at: 3,
      message: "expected the end of the expression, found `{`",
      why: "no messages",
    },
  ])("$text at $at: $why", ({ text, at, message }) => {
    expect(problemsOf(text, world)).toMatchObject([
      { code: "EXPRESSION_SYNTAX", offset: at, message },
    ]);
  });
});

describe("names and types", () => {
  it.each([
    {
      text: "node.redy",
      found: ["UNKNOWN_NAME «node.redy» unknown name `node.redy` (did you mean `node.ready`?)"],
    },
    { text: "true && nod", found: ["UNKNOWN_NAME «nod» unknown name `nod` (did you mean `pod`?)"] },
    {
      text: "pods.exists(p, p.phas == 'Running')",
      found: ["UNKNOWN_NAME «phas» `Pod` has no field `phas` (did you mean `phase`?)"],
    },
    {
      text: "node.name.startWith('a')",
      found: ["UNKNOWN_NAME «startWith» unknown method `startWith` (did you mean `startsWith`?)"],
    },
    {
      text: "effect == 'rebot'",
      found: ["TYPE «'rebot'» `rebot` is no value of `Effect` (did you mean `reboot`?)"],
    },
    {
      text: "'x' != effect",
      found: ["TYPE «'x'» `x` is no value of `Effect` (one of `none`, `restart`, `reboot`)"],
    },
    {
      text: "effect in ['reboot', 'wipe']",
      found: ["TYPE «'wipe'» `wipe` is no value of `Effect` (one of `none`, `restart`, `reboot`)"],
    },
    { text: "(on == true ? effect : 'never') == effect", found: [] },
    {
      // Wherever a written text may come from.
      text: "(on == true ? 'reboot' : 'rebot') == effect || effect in {'wipe': 1}",
      found: [
        "TYPE «'rebot'» `rebot` is no value of `Effect` (did you mean `reboot`?)",
        "TYPE «'wipe'» `wipe` is no value of `Effect` (one of `none`, `restart`, `reboot`)",
      ],
    },
    {
      text: "[effect] == ['none'] || [effect] == ['non'] || raw.?a.orValue('rebot') == effect",
      found: [
        "TYPE «'non'» `non` is no value of `Effect` (did you mean `none`?)",
        "TYPE «'rebot'» `rebot` is no value of `Effect` (did you mean `reboot`?)",
      ],
    },
    {
      text: "pods.all(p, p.phase == 'running')",
      found: ["TYPE «'running'» `running` is no value of `Effect` (did you mean `Running`?)"],
    },
    {
      text: "node.name == 1",
      found: ["TYPE «node.name == 1» `==` does not take `string` and `int`"],
    },
    { text: "node.ready + 1", found: ["TYPE «node.ready + 1» `+` does not take `bool` and `int`"] },
    {
      text: "node.name.size() < 'a'",
      found: ["TYPE «node.name.size() < 'a'» `<` does not take `int` and `string`"],
    },
    { text: "node.name && true", found: ["TYPE «node.name» expected `bool`, found `string`"] },
    { text: "!node.name", found: ["TYPE «node.name» expected `bool`, found `string`"] },
    {
      text: "node.ready ? 1 : 'a'",
      found: ["TYPE «node.ready ? 1 : 'a'» branches have different types: `int` and `string`"],
    },
    {
      text: "node.name.exists(x, true)",
      found: ["TYPE «node.name» `exists` does not take `string`"],
    },
    {
      text: "pods.exists(1, true)",
      found: [
        "TYPE «pods.exists(1, true)» `exists` takes a name and an expression about it (such as `list.exists(x, …)`)",
      ],
    },
    {
      text: "size(1)",
      found: [
        "TYPE «size(1)» `size` does not take `int` (it takes `(string)` or `(bytes)` or `(list)` or `(map)`)",
      ],
    },
    { text: "pods['a'].phase", found: ["TYPE «'a'» an index must be an `int`"] },
    { text: "node.name.foo", found: ["TYPE «foo» `string` has no fields"] },
    { text: "{[1]: 2} == {}", found: ["TYPE «[1]» `list(int)` cannot be a key"] },
    {
      text: "has(age)",
      found: [
        "TYPE «has(age)» `has` takes one selection, such as `has(a.b)` (compare a name without a dot with null: `a != null`)",
      ],
    },
    {
      text: "known(effect)",
      found: [
        "UNKNOWN_NAME «known(effect)» no condition may ask whether something is known (say under `whenUnknown` what is to be done meanwhile)",
      ],
    },
    {
      text: "nothing.a == 1 || node.name == 1 && effect == 'x'",
      found: [
        "UNKNOWN_NAME «nothing.a» unknown name `nothing.a` (one of `node.ready`, `node.name`, `age`, `on`, `effect`, `pod`, `pods`, `raw`)",
        "TYPE «node.name == 1» `==` does not take `string` and `int`",
        "TYPE «'x'» `x` is no value of `Effect` (one of `none`, `restart`, `reboot`)",
      ],
    },
  ])("are told of $text", ({ text, found }) => {
    expect(mistakes(text)).toEqual(found);
  });

  it("tell what was expected of the whole", () => {
    expect(mistakes("1 + 1", bool)).toEqual(["TYPE «1 + 1» expected `bool`, found `int`"]);
    expect(mistakes("on", bool)).toEqual([
      "UNGUARDED «on» `on` may be absent (a condition must be a bool: compare with null, or with true)",
    ]);
    expect(mistakes("raw.a.b", bool)).toEqual([]);
  });
});

describe("guards", () => {
  it.each([
    { text: "age < 3", unguarded: ["age"], why: "no guard" },
    { text: "age != null && age < 3", unguarded: [], why: "in `&&`" },
    { text: "age < 3 && age != null", unguarded: [], why: "on either side" },
    { text: "age == null || age < 3", unguarded: [], why: "in `||`" },
    { text: "null == age || age < 3", unguarded: [], why: "null on the left" },
    { text: "age == null && age < 3", unguarded: ["age"], why: "the wrong test for `&&`" },
    { text: "age != null || age < 3", unguarded: ["age"], why: "the wrong test for `||`" },
    { text: "!(age == null) && age < 3", unguarded: [], why: "negated" },
    { text: "!(age != null && age >= 3)", unguarded: [], why: "inside a negation" },
    { text: "age != null ? age < 3 : true", unguarded: [], why: "the branch of `?:`" },
    { text: "age == null ? age < 3 : true", unguarded: ["age"], why: "the wrong branch" },
    { text: "age == null ? true : age < 3", unguarded: [], why: "the other branch" },
    { text: "(age == null ? 0 : age) < 3", unguarded: [], why: "a value either way" },
    {
      text: "(node.ready ? age : 0) < 3",
      unguarded: ["node.ready ? age : 0"],
      why: "may be null",
    },
    {
      text: "(age != null || node.ready) && age < 3",
      unguarded: ["age"],
      why: "one side of `||` only",
    },
    { text: "(age == null && node.ready) || age < 3", unguarded: ["age"], why: "one side of `&&`" },
    { text: "(age != null || age != null) && age < 3", unguarded: [], why: "both sides of `||`" },
    { text: "(age != null && node.ready) && age < 3", unguarded: [], why: "within `&&`" },
    {
      text: "node.ready && age != null && node.ready && age < 3",
      unguarded: [],
      why: "in a chain",
    },
    {
      text: "age != null && pods.exists(p, p.phase == 'Running' && age < 3)",
      unguarded: [],
      why: "inside a macro",
    },
    { text: "age == 3 || age in [1, 2]", unguarded: [], why: "`==` and `in` take what is absent" },
    { text: "age + 1 == 2", unguarded: ["age"], why: "arithmetic" },
    { text: "-age == 2", unguarded: ["age"], why: "arithmetic" },
    { text: "string(age) == ''", unguarded: ["age"], why: "a function" },
    { text: "type(age) == int", unguarded: [], why: "`type` takes anything" },
    { text: "!on", unguarded: ["on"], why: "a bool operator" },
    { text: "on && node.ready", unguarded: ["on"], why: "a bool operator" },
    { text: "on == true && node.ready", unguarded: [], why: "compared" },
    { text: "on ? true : false", unguarded: ["on"], why: "a condition" },
    { text: "pod.restarts < 3", unguarded: ["pod.restarts"], why: "a field" },
    { text: "has(pod.restarts) && pod.restarts < 3", unguarded: [], why: "`has` of a field" },
    {
      text: "pod.restarts != null && pod.restarts < 3",
      unguarded: [],
      why: "a null test of a field",
    },
    {
      text: "pod != null && pod.restarts < 3",
      unguarded: ["pod.restarts"],
      why: "the struct alone is not enough",
    },
    {
      text: "has(pod.restarts) && pod.phase < 'S'",
      unguarded: [],
      why: "what has a field is there",
    },
    { text: "pod.phase == 'Running'", unguarded: [], why: "selected through absence" },
    {
      text: "pod.labels.a == 'b'",
      unguarded: ["pod.labels"],
      why: "a map is not selected through",
    },
    { text: "has(pod.labels) && pod.labels.a == 'b'", unguarded: [], why: "guarded" },
    { text: "has(pod.labels.a)", unguarded: ["pod.labels"], why: "`has` of a key needs its map" },
    {
      text: "pods.exists(p, p.restarts < 3)",
      unguarded: ["p.restarts"],
      why: "of a macro's variable",
    },
    {
      text: "pods.exists(p, has(p.restarts) && p.restarts < 3)",
      unguarded: [],
      why: "of a macro's variable",
    },
    {
      text: "pods.exists(p, has(p.restarts)) && pods.exists(p, p.restarts < 3)",
      unguarded: ["p.restarts"],
      why: "another variable of that name",
    },
    { text: "raw.a < 3", unguarded: [], why: "`dyn` is not checked" },
    { text: "'a' in pod.labels", unguarded: ["pod.labels"], why: "the right side of `in`" },
  ])("$text leaves $unguarded: $why", ({ text, unguarded }) => {
    const found = problemsOf(text, world);
    expect(found.map(({ offset, end }) => text.slice(offset, end))).toEqual(unguarded);
    expect(found.every(({ code }) => code === "EXPRESSION_UNGUARDED")).toBe(true);
  });

  it("say how", () => {
    expect(mistakes("age < 3")).toEqual([
      "UNGUARDED «age» `age` may be absent (guard it: `age != null && …`)",
    ]);
  });
});
