import { list, listTypes, mapTypes, scalar, scalars, type Type } from "./types.ts";

/**
 * A way to make an expression. `$0`, `$1`, … stand for its parts, `$k` for a name that is selected, and
 * `$x` for a macro's variable.
 */
export interface Rule {
  /** What it is counted under. */
  readonly name: string;
  /** Those of one family together come up as often as another rule; a family of its own unless said. */
  readonly family?: string;
  readonly template: string;
  readonly parts: readonly Type[];
  readonly result: Type;
  /** The type of the macro's variable, which all parts but the first may read. */
  readonly binds?: Type;
  /** Whether it is left out, rather than reported, while our side does not know it. */
  readonly isAwaited?: boolean;
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
    macro("filter", type, element, type),
    ...[int, string, element].map((to) => mapping("map", [type, to], element, list(to))),
    mapping("map", [type, bool, int], element, list(int)),
    mapping("map", [type, bool, element], element, type),
  ];
});

function macro(name: string, range: Type, binds: Type, result: Type): Rule {
  return { ...rule(name, `$0.${name}($x, $1)`, [range, bool], result), binds };
}

function mapping(name: string, parts: readonly Type[], binds: Type, result: Type): Rule {
  const bodies = parts.length === 3 ? "$1, $2" : "$1";
  return { ...rule(name, `$0.${name}($x, ${bodies})`, parts, result), binds };
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
    mapping("map", [type, int], key, list(int)),
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
  ...[string, bytes].flatMap((each) => [
    rule("size", "size($0)", [each], int),
    method("size", [each], int),
  ]),
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

const zones = [
  ...["UTC", "+00:00", "-00:00", "+05:30", "-08:00", "+14:00", "02:00"],
  ...["Europe/Paris", "America/New_York", "Asia/Kolkata", "Australia/Lord_Howe", "Pacific/Apia"],
];

const zoneRules: readonly Rule[] = [...dateGetters, ...clockGetters].flatMap((name) =>
  zones.map((zone) => rule("time zone", `$0.${name}("${zone}")`, [timestamp], int)),
);

/** Patterns of RE2, none of which takes long; one is no pattern. */
const patterns = [
  ...["", "a", "^a+$", "a|b", "[a-c]{1,2}", ".", "^.$", "^..$", "\\\\d+", "\\\\w\\\\b", "(?i)A"],
  ...["^(a|ab)(b|)$", "\\\\pL", "[^a]", "a*?b", "\\\\x61", "^\\\\s*$", "(?s)^.$", "("],
];

const matchRules: readonly Rule[] = patterns.map((pattern) =>
  rule("matches", `$0.matches("${pattern}")`, [string], bool),
);

const stringExtension: readonly Rule[] = [
  method("charAt", [string, int], string),
  ...["indexOf", "lastIndexOf"].flatMap((each) => [
    method(each, [string, string], int),
    method(each, [string, string, int], int),
  ]),
  method("substring", [string, int], string),
  method("substring", [string, int, int], string),
  method("replace", [string, string, string], string),
  method("replace", [string, string, string, int], string),
  method("split", [string, string], list(string)),
  method("split", [string, string, int], list(string)),
  method("join", [list(string)], string),
  method("join", [list(string), string], string),
  ...["lowerAscii", "upperAscii", "trim"].map((each) => method(each, [string], string)),
  rule("strings.quote", "strings.quote($0)", [string], string),
];

/**
 * What our side may not know yet. To take a part of the language in, take it out of here: from then on
 * it is a failure if our side does not know it.
 */
const awaited: readonly Rule[] = [...matchRules, ...stringExtension, ...zoneRules].map((each) => ({
  ...each,
  isAwaited: true,
}));

export const allRules: readonly Rule[] = [
  ...operators,
  ...forAll,
  ...ofLists,
  ...ofMaps,
  ...conversionRules,
  ...texts,
  ...getters,
  ...awaited,
];
