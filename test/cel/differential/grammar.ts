import { compilePattern } from "../../../src/pattern/pattern.ts";
import { list, listTypes, mapTypes, scalar, scalars, type Type } from "./types.ts";

/**
 * A way to make an expression. `$0`, `$1`, … stand for its parts, `$k` for a name that is selected, and
 * `$x` and `$y` for the variables of macros.
 */
export interface Rule {
  /** What it is counted under. */
  readonly name: string;
  /** Those of one family together come up as often as another rule; a family of its own unless said. */
  readonly family?: string;
  readonly template: string;
  readonly parts: readonly Type[];
  readonly result: Type;
  /** The types of `$x` and `$y`, which all parts but the first may read. */
  readonly binds?: readonly Type[];
}

const bool = scalar("bool");
const int = scalar("int");
const uint = scalar("uint");
const double = scalar("double");
const string = scalar("string");
const bytes = scalar("bytes");
const timestamp = scalar("timestamp");
const duration = scalar("duration");
const dyn = scalar("dyn");
const numbers = [int, uint, double];

function rule(name: string, template: string, parts: readonly Type[], result: Type): Rule {
  return { name, template, parts, result };
}

/** A method whose parts stand in the order of its template: `$0.name($1, …)`. */
function method(name: string, parts: readonly Type[], result: Type): Rule {
  const args = parts.slice(1).map((_, index) => `$${index + 1}`);
  return rule(name, `$0.${name}(${args.join(", ")})`, parts, result);
}

function binary(operator: string, left: Type, right: Type, result: Type): Rule {
  return rule(operator, `($0 ${operator} $1)`, [left, right], result);
}

const orders = ["<", "<=", ">", ">="];
const ordered = [bool, int, uint, double, string, bytes, timestamp, duration];

const operators: readonly Rule[] = [
  rule("!", "!($0)", [bool], bool),
  rule("-_", "-($0)", [int], int),
  rule("-_", "-($0)", [double], double),
  ...["&&", "||"].flatMap((each) => [
    binary(each, bool, bool, bool),
    rule(each, `($0 ${each} $1 ${each} $2)`, [bool, bool, bool], bool),
  ]),
  ...orders.flatMap((each) => [
    ...ordered.map((type) => binary(each, type, type, bool)),
    ...numbers.flatMap((a) => numbers.map((b) => binary(each, a, b, bool))),
  ]),
  ...["+", "-", "*", "/", "%"].flatMap((each) => [
    binary(each, int, int, int),
    binary(each, uint, uint, uint),
    ...(each === "%" ? [] : [binary(each, double, double, double)]),
  ]),
  binary("+", string, string, string),
  binary("+", bytes, bytes, bytes),
  binary("+", timestamp, duration, timestamp),
  binary("+", duration, timestamp, timestamp),
  binary("+", duration, duration, duration),
  binary("-", timestamp, timestamp, duration),
  binary("-", timestamp, duration, timestamp),
  binary("-", duration, duration, duration),
  ...["==", "!="].flatMap((each) => [
    ...numbers.flatMap((a) => numbers.map((b) => binary(each, a, b, bool))),
    binary(each, dyn, dyn, bool),
  ]),
];

/** What there is for each type. */
const forAll: readonly Rule[] = [...scalars, ...listTypes, ...mapTypes].flatMap((type) => [
  binary("==", type, type, bool),
  binary("!=", type, type, bool),
  rule("?:", "($0 ? $1 : $2)", [bool, type, type], type),
  rule("dyn", "dyn($0)", [type], type),
  rule("type", "type($0)", [type], scalar("type")),
]);

const ofLists: readonly Rule[] = listTypes.flatMap((type) => {
  const element = type.element ?? dyn;
  const literals = ["[]", "[$0]", "[$0, $1]", "[$0, $1, $2]"].map((template, size) =>
    rule("list", template, Array<Type>(size).fill(element), type),
  );
  return [
    ...literals,
    binary("+", type, type, type),
    binary("in", element, type, bool),
    rule("size", "size($0)", [type], int),
    method("size", [type], int),
    rule("[]", "$0[$1]", [type, int], element),
    macro("exists", type, element, bool),
    macro("all", type, element, bool),
    macro("exists_one", type, element, bool),
    macro("existsOne", type, element, bool),
    macro("filter", type, element, type),
    ...inEach("$x", type, element),
    ...[int, string, element].map((to) => mapping("map", [type, to], element, list(to))),
    mapping("map", [type, bool, int], element, list(int)),
    mapping("map", [type, bool, element], element, type),
  ];
});

function macro(name: string, range: Type, variable: Type, result: Type): Rule {
  return { ...rule(name, `$0.${name}($x, $1)`, [range, bool], result), binds: [variable] };
}

function mapping(name: string, parts: readonly Type[], variable: Type, result: Type): Rule {
  const bodies = parts.length === 3 ? "$1, $2" : "$1";
  return { ...rule(name, `$0.${name}($x, ${bodies})`, parts, result), binds: [variable] };
}

/** Macros over what is held in a list or map of lists or maps; `each` is how that is written. */
function inEach(each: string, type: Type, variable: Type): readonly Rule[] {
  const inner = type.element;
  const item = inner?.kind === "map" ? inner.key : inner?.element;
  if (item === undefined) return [];
  const nested = (name: string, body: string, made: Type, result: Type): Rule => ({
    ...rule(
      `${type.kind} of ${inner?.kind}s`,
      `$0.${name}($x, ${each}.${body})`,
      [type, made],
      result,
    ),
    family: "nested macros",
    binds: [variable, item],
  });
  return [
    ...["exists", "all", "exists_one"].flatMap((outer) =>
      ["exists", "all", "exists_one"].map((name) => nested(outer, `${name}($y, $1)`, bool, bool)),
    ),
    nested("map", "map($y, $1)", int, list(list(int))),
    nested("map", "filter($y, $1).size()", bool, list(int)),
  ];
}

const mapTemplates = ["{}", "{$0: $1}", "{$0: $1, $2: $3}", "{$0: $1, $2: $3, $4: $5}"];

const ofMaps: readonly Rule[] = mapTypes.flatMap((type) => {
  const key = type.key ?? dyn;
  const value = type.element ?? dyn;
  const literals = mapTemplates.map((template, size) =>
    rule("map literal", template, Array<Type[]>(size).fill([key, value]).flat(), type),
  );
  return [
    ...literals,
    binary("in", key, type, bool),
    rule("size", "size($0)", [type], int),
    method("size", [type], int),
    rule("[]", "$0[$1]", [type, key], value),
    macro("exists", type, key, bool),
    macro("all", type, key, bool),
    macro("exists_one", type, key, bool),
    macro("existsOne", type, key, bool),
    macro("filter", type, key, list(key)),
    mapping("map", [type, int], key, list(int)),
    mapping("map", [type, bool, int], key, list(int)),
    ...inEach("$0[$x]", type, key),
    ...ofValues(type, key, value),
    ...(key === string
      ? [rule("select", "$0.$k", [type], value), rule("has", "has($0.$k)", [type], bool)]
      : []),
    // A number is the same key whatever its type is.
    ...(key === int || key === uint
      ? numbers.flatMap((each) => [
          binary("in", each, type, bool),
          rule("[]", "$0[$1]", [type, each], value),
        ])
      : []),
  ];
});

/** Macros that read the values of a map. */
function ofValues(type: Type, key: Type, value: Type): readonly Rule[] {
  const values = list(value);
  const read = (template: string, parts: readonly Type[], result: Type): Rule => ({
    ...rule("values of a map", template, parts, result),
    family: "values of a map",
    binds: [key],
  });
  return [
    read("$0.all($x, ($0[$x] == $1))", [type, value], bool),
    read("$0.exists($x, ($1 != $0[$x]))", [type, value], bool),
    read("$0.filter($x, ($0[$x] == $1))", [type, value], list(key)),
    ...(listTypes.includes(values) ? [read("$0.map($x, $0[$x])", [type], values)] : []),
  ];
}

/** Conversions, by what they make and from which types. */
const conversions: Readonly<Record<string, readonly Type[]>> = {
  bool: [bool, string],
  int: [int, uint, double, string, timestamp],
  uint: [uint, int, double, string],
  double: [double, int, uint, string],
  string: [string, bool, int, uint, double, bytes, timestamp, duration],
  bytes: [bytes, string],
  timestamp: [timestamp, string, int],
  duration: [duration, string],
};

const conversionRules: readonly Rule[] = [
  bool,
  int,
  uint,
  double,
  string,
  bytes,
  timestamp,
  duration,
].flatMap((to) =>
  (conversions[to.name] ?? []).map((from) => rule(`${to.name}()`, `${to.name}($0)`, [from], to)),
);

const texts: readonly Rule[] = [
  ...["startsWith", "endsWith", "contains"].map((each) => method(each, [string, string], bool)),
  ...[string, bytes].flatMap((each) =>
    [rule("size", "size($0)", [each], int), method("size", [each], int)].map((size) => ({
      ...size,
      family: `size of ${each.name}`,
    })),
  ),
];

const dateGetters = "getFullYear getMonth getDate getDayOfMonth getDayOfWeek getDayOfYear".split(
  " ",
);
const clockGetters = ["getHours", "getMinutes", "getSeconds", "getMilliseconds"];

const getters: readonly Rule[] = [
  ...dateGetters.map((each) => ({ ...method(each, [timestamp], int), family: "date" })),
  ...[timestamp, duration].flatMap((type) =>
    clockGetters.map((each) => ({ ...method(each, [type], int), family: "clock" })),
  ),
];

const zones: Readonly<Record<string, readonly string[]>> = {
  "offset of a time zone": ["+00:00", "-00:00", "+05:30", "-08:00", "+14:00", "02:00"],
  "name of a time zone": [
    ...["UTC", "Europe/Paris", "America/New_York", "Asia/Kolkata", "Australia/Lord_Howe"],
    ...["Pacific/Apia", "US/Central", "America/Argentina/Buenos_Aires", "Etc/GMT+5"],
  ],
  "no time zone": ["", "Europe/Nowhere", "+5", "5:30", "+24:00", "+05:60", " UTC"],
};

const zoneRules: readonly Rule[] = Object.entries(zones).flatMap(([name, listed]) =>
  [...dateGetters, ...clockGetters].flatMap((getter) =>
    listed.map((zone) => ({
      ...rule(name, `$0.${getter}("${zone}")`, [timestamp], int),
      family: name,
    })),
  ),
);

/** Patterns of RE2, none of which takes long; the last are none. */
const patterns = [
  ...["", "a", "^a+$", "a|b", "[a-c]{1,2}", ".", "^.$", "^..$", "\\\\d+", "\\\\w\\\\b", "(?i)A"],
  ...[
    "^(a|ab)(b|)$",
    "\\\\pL",
    "[^a]",
    "a*?b",
    "\\\\x61",
    "^\\\\s*$",
    "(?s)^.$",
    "^[a-z0-9-]{1,63}$",
  ],
  ...[
    "^(?:[a-z]+/)*[a-z]+$",
    "[\\\\s\\\\S]",
    "(?m)^b",
    "^\\\\p{Greek}?",
    "a{2}",
    "^(a|b)+$",
    "\\\\W$",
  ],
  ...["x*", "^\\\\D\\\\d?$", "[[:alpha:]]", "é", "^\\\\.?-?[0-9]+$", "\\\\z", "\\\\Ab", "😀{2}"],
  ...["(", "a{2,1}", "[b-a]", "\\\\1", "(?=a)", "*", "a**", "a{1001}"],
];

const matchRules: readonly Rule[] = [
  ...patterns.flatMap((pattern) => {
    const compiled = compilePattern(pattern.replaceAll("\\\\", "\\"));
    const name = compiled.ok ? `matches by ${compiled.pattern.engine}` : "matches no pattern";
    return [
      { ...rule(name, `$0.matches("${pattern}")`, [string], bool), family: name },
      { ...rule(name, `$0.matches(dyn("${pattern}"))`, [string], bool), family: name },
    ];
  }),
  { ...method("matches", [string, string], bool), name: "matches what is made at run time" },
];

/** Indexes and limits that are often within a text; any int at all seldom is. */
const near = ["-1", "0", "1", "2", "3"];

/** A method of texts, the last parameters of which are ints. */
function withInts(
  name: string,
  textCount: number,
  intCount: number,
  result: Type,
): readonly Rule[] {
  const parts = Array<Type>(textCount).fill(string);
  const args = parts.slice(1).map((_, index) => `$${index + 1}`);
  const chosen = intCount === 1 ? near : near.flatMap((a) => near.map((b) => `${a}, ${b}`));
  return [
    method(name, [...parts, ...Array<Type>(intCount).fill(int)], result),
    ...chosen.map((each) => rule(name, `$0.${name}(${[...args, each].join(", ")})`, parts, result)),
  ].map((each) => ({ ...each, name: `${name} of ${textCount + intCount}`, family: name }));
}

/** Of `format` and `reverse` only one side knows either. */
const stringExtension: readonly Rule[] = [
  ...withInts("charAt", 1, 1, string),
  ...["indexOf", "lastIndexOf"].flatMap((each) => [
    { ...method(each, [string, string], int), family: each },
    ...withInts(each, 2, 1, int),
  ]),
  ...withInts("substring", 1, 1, string),
  ...withInts("substring", 1, 2, string),
  { ...method("replace", [string, string, string], string), family: "replace" },
  ...withInts("replace", 3, 1, string),
  { ...method("split", [string, string], list(string)), family: "split" },
  ...withInts("split", 2, 1, list(string)),
  method("join", [list(string)], string),
  { ...method("join", [list(string), string], string), name: "join of 2" },
  ...["lowerAscii", "upperAscii", "trim"].map((each) => method(each, [string], string)),
  rule("strings.quote", "strings.quote($0)", [string], string),
];

export const allRules: readonly Rule[] = [
  ...operators,
  ...forAll,
  ...ofLists,
  ...ofMaps,
  ...conversionRules,
  ...texts,
  ...getters,
  ...zoneRules,
  ...matchRules,
  ...stringExtension,
];
