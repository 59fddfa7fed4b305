/** A type that expressions are generated of. There is one object for each type. */
export interface Type {
  readonly name: string;
  readonly kind: ScalarName | "dyn" | "list" | "map";
  /** Of a list its elements, of a map its values. */
  readonly element?: Type;
  readonly key?: Type;
}

export type ScalarName = (typeof scalarNames)[number];

const scalarNames = [
  "bool",
  "int",
  "uint",
  "double",
  "string",
  "bytes",
  "null",
  "timestamp",
  "duration",
  "type",
] as const;

const types = new Map<string, Type>();

function typeOf(type: Type): Type {
  const known = types.get(type.name) ?? type;
  types.set(type.name, known);
  return known;
}

export function scalar(kind: ScalarName | "dyn"): Type {
  return typeOf({ name: kind, kind });
}

export function list(element: Type): Type {
  return typeOf({ name: `list(${element.name})`, kind: "list", element });
}

export function map(key: Type, element: Type): Type {
  return typeOf({ name: `map(${key.name}, ${element.name})`, kind: "map", key, element });
}

export const scalars: readonly Type[] = scalarNames.map(scalar);
const keyTypes: readonly Type[] = (["bool", "int", "uint", "string"] as const).map(scalar);
const flat: readonly Type[] = [...scalars, scalar("dyn")];

export const listTypes: readonly Type[] = [
  ...flat.map(list),
  list(list(scalar("int"))),
  list(list(scalar("dyn"))),
  list(map(scalar("string"), scalar("int"))),
];

export const mapTypes: readonly Type[] = [
  ...keyTypes.flatMap((key) => [map(key, scalar("int")), map(key, scalar("dyn"))]),
  ...flat.map((each) => map(scalar("string"), each)),
  map(scalar("string"), list(scalar("int"))),
  map(scalar("string"), map(scalar("string"), scalar("int"))),
  map(scalar("int"), map(scalar("string"), scalar("int"))),
  map(scalar("bool"), list(scalar("string"))),
].filter((each, index, all) => all.indexOf(each) === index);

/** Every type that has variables, literals and rules. */
export const allTypes: readonly Type[] = [...flat, ...listTypes, ...mapTypes];
