import type { NodeOf, Span } from "./ast.ts";
import { type Code, errorAt, foldIfConstant, type Meter, type Run } from "./code.ts";
import { lookUp } from "./equality.ts";
import type { Guards } from "./guards.ts";
import { kindOf } from "./kinds.ts";
import { type CheckContext, constantNode, demand, makeNode, type Node, report } from "./node.ts";
import { runAll } from "./strict.ts";
import { type CelType, DYN, describeType, joinTypes } from "./type.ts";
import { causesOf, errorIn, unite, withoutError } from "./unknown.ts";
import { CelError, type CelValue, Unknown } from "./value.ts";

export function checkLiteral(node: NodeOf<"literal">): Node {
  const kind = kindOf(node.value);
  const isScalar = kind !== "list" && kind !== "map" && kind !== "unknown" && kind !== "error";
  return constantNode(node, node.value, isScalar ? { kind } : DYN);
}

function joinAll(nodes: readonly Node[]): CelType {
  return nodes.map((node) => node.type).reduce(joinTypes, nodes[0]?.type ?? DYN);
}

/** A list literal. Whether an element may fail is a doubt about the list as a whole. */
export function checkList(context: CheckContext, node: NodeOf<"list">): Node {
  const elements = node.elements.map((each) => context.check(each));
  const compile = (guards: Guards): Code => {
    const parts = elements.map((element) => element.compile(guards));
    const run: Run = (frame) => {
      const values = runAll(parts, frame);
      if (values instanceof CelError) return values;
      const error = errorIn(values);
      if (error === undefined) return values;
      return unite([values.map(withoutError), error], causesOf(values));
    };
    return foldIfConstant(run, parts);
  };
  return makeNode(node, { kind: "list", element: joinAll(elements) }, compile, { elements });
}

const keyKinds: ReadonlySet<string> = new Set(["bool", "int", "uint", "string", "enum", "dyn"]);

/** A map literal. */
export function checkMap(context: CheckContext, node: NodeOf<"map">): Node {
  const entries = node.entries.map(
    ([key, value]) => [context.check(key), context.check(value)] as const,
  );
  const keys = entries.map(([key]) => key);
  for (const key of keys) {
    if (keyKinds.has(key.type.kind)) continue;
    report(context, key, { message: `\`${describeType(key.type)}\` cannot be a key` });
  }
  const compile = (guards: Guards): Code => {
    const parts = entries.flatMap(([key, value]) => [
      demand(context, key, guards),
      value.compile(guards),
    ]);
    const run: Run = (frame) => {
      const made = runAll(parts, frame);
      return made instanceof CelError ? made : mapOf(made, node, frame);
    };
    return foldIfConstant(run, parts);
  };
  const values = entries.map(([, value]) => value);
  return makeNode(node, { kind: "map", key: joinAll(keys), value: joinAll(values) }, compile);
}

/** A map of keys and values, which take turns. Keys that are not known make all of it unknown. */
function mapOf(parts: readonly CelValue[], span: Span, meter: Meter): CelValue {
  const error = errorIn(parts);
  const keys = parts.filter((_, index) => index % 2 === 0);
  if (keys.some((key) => key instanceof Unknown)) {
    const repeated = errorAt("InvalidArgument", "a key may occur twice", span);
    const causes = causesOf(parts);
    return unite([new Unknown(causes, { present: true }), error ?? repeated], causes);
  }
  const map = new Map<CelValue, CelValue>();
  for (const [index, key] of keys.entries()) {
    if (!["bool", "int", "uint", "string"].includes(kindOf(key))) {
      return errorAt("NoSuchOverload", "a key must be a bool, int, uint or string", span);
    }
    if (lookUp(map, key, meter) !== undefined) {
      return errorAt("InvalidArgument", "a key occurs twice", span);
    }
    map.set(key, withoutError(parts[2 * index + 1] ?? null));
  }
  const isRecord = keys.every((key) => typeof key === "string");
  // `fromEntries` defines own keys, so that `__proto__` is a key like any other.
  const made: CelValue = isRecord ? Object.fromEntries(map) : map;
  return error === undefined ? made : unite([made, error], causesOf(parts));
}
