import type { NodeOf } from "../../cel/ast.ts";
import { causesOf } from "../../cel/causes.ts";
import { type Code, code, errorAt, type Meter, type Run } from "../../cel/code.ts";
import { goOverEntries } from "../../cel/equality.ts";
import type { Guards } from "../../cel/guards.ts";
import { isList, kindOf } from "../../cel/kinds.ts";
import type { MacroCall, MacroTable } from "../../cel/node.ts";
import {
  type CheckContext,
  demand,
  demandHeld,
  invalid,
  makeNode,
  type Node,
  requireType,
} from "../../cel/node.ts";
import { applyStrict, type Strict } from "../../cel/strict.ts";
import { BOOL, type CelType, DYN, describeType } from "../../cel/type.ts";
import { mayBeNull, unite } from "../../cel/unknown.ts";
import { type CelValue, PartialList, PartialMap } from "../../cel/value.ts";
import { collectList, collectMap, countOne } from "./gather.ts";
import { checkInScope } from "./local-scope.ts";
import type { Loop, MacroCode, Range } from "./loop.ts";
import { quantify } from "./quantify.ts";

/** How a macro is written: `list.name(x, …)` or, with two variables, `map.name(k, v, …)`. */
interface MacroShape {
  readonly loop: Loop;
  /** How many variables it may have. */
  readonly variables: readonly (1 | 2)[];
  /** What comes out, of what type; without it, a bool. */
  readonly makes?: (made: CelType, from: CelType) => CelType;
  /** Whether its last expression says what is made of an element; one before it is a condition. */
  readonly isMaking?: true;
}

const listOfMade = (element: CelType): CelType => ({ kind: "list", element });

const shapes: ReadonlyMap<string, MacroShape> = new Map<string, MacroShape>([
  ["exists", { loop: quantify("||"), variables: [1, 2] }],
  ["all", { loop: quantify("&&"), variables: [1, 2] }],
  ["exists_one", { loop: countOne, variables: [1, 2] }],
  ["existsOne", { loop: countOne, variables: [1, 2] }],
  ["filter", { loop: collectList, variables: [1], makes: listOfMade }],
  ["map", { loop: collectList, variables: [1], makes: listOfMade, isMaking: true }],
  ["transformList", { loop: collectList, variables: [2], makes: listOfMade, isMaking: true }],
  [
    "transformMap",
    {
      loop: collectMap,
      variables: [2],
      makes: (value, key) => ({ kind: "map", key, value }),
      isMaking: true,
    },
  ],
]);

/** Types of a macro's variables: elements or keys; with two, indexes and elements, or keys and values. */
function localTypes(range: CelType, count: number): readonly CelType[] | undefined {
  if (range.kind === "dyn") return [DYN, DYN];
  if (range.kind === "map") return [range.key, range.value];
  if (range.kind !== "list") return undefined;
  return count === 1 ? [range.element] : [{ kind: "int" }, range.element];
}

/** Checks a macro; a name in front of its expressions stands for each element in them. */
function checkMacro(context: CheckContext, node: MacroCall): Node {
  const { name, args } = node;
  const range = context.check(node.target);
  const shape = shapes.get(name);
  const count = shape?.variables.find((each) => {
    const bodies = args.length - each;
    return bodies === 1 || (bodies === 2 && shape.isMaking === true);
  });
  const names = args.slice(0, count ?? 0).flatMap((arg) => (arg.kind === "name" ? arg.name : []));
  if (shape === undefined || count === undefined || new Set(names).size < count) {
    const message = `\`${name}\` takes a name and an expression about it`;
    return invalid(context, node, { message, help: `such as \`list.${name}(x, …)\`` });
  }
  const types = localTypes(range.type, count);
  if (types === undefined) {
    const message = `\`${name}\` does not take \`${describeType(range.type)}\``;
    return invalid(context, range, { message });
  }
  const declared = names.map((each, index) => [each, types[index] ?? DYN] as const);
  const bodies = args.slice(count);
  const { locals, checked } = checkInScope(context, declared, bodies);
  const made = shape.isMaking === true ? checked.at(-1) : undefined;
  const predicate = checked[0] === made ? undefined : checked[0];
  if (predicate !== undefined) requireType(context, predicate, BOOL);
  const weight = bodies.reduce((sum, body) => sum + body.weight, 1);
  const compile = (guards: Guards): Code => {
    const macro: MacroCode = {
      item: locals.at(-1)?.index ?? 0,
      isNullable: types[count - 1]?.kind === "dyn",
      place: count === 2 ? locals[0]?.index : undefined,
      weight,
      offset: node.nameSpan.offset,
      predicate: predicate === undefined ? always : demand(context, predicate, guards).run,
      make: made && demandHeld(context, made, guards).run,
    };
    return macroCode(shape.loop, macro, { node, range, code: demand(context, range, guards) });
  };
  const type = shape.makes?.(made?.type ?? types[0] ?? DYN, types[0] ?? DYN) ?? BOOL;
  return makeNode(node, type, compile);
}

export const listMacros: MacroTable = new Map([...shapes.keys()].map((name) => [name, checkMacro]));

const always: Run = () => true;

function macroCode(
  loop: Loop,
  macro: MacroCode,
  at: { readonly node: NodeOf<"call">; readonly range: Node; readonly code: Code },
): Code {
  const noRange = errorAt("NoSuchOverload", `\`${at.node.name}\` takes a list or a map`, at.node);
  const isTyped = at.range.type.kind !== "dyn";
  const isPair = macro.place !== undefined;
  const strict: Strict = {
    apply: ([value = null], frame) => {
      const range = rangeOf(value, isPair, frame);
      return range === undefined ? noRange : loop(macro, range, frame);
    },
    guess: ([value = null], frame) => {
      const causes = causesOf([value]);
      const result = loop(macro, new PartialList([], { open: true, causes }), frame);
      return isTyped && !mayBeNull(value) ? result : unite([result, noRange], causes);
    },
  };
  const { run } = at.code;
  return code((frame) => {
    const value = run(frame);
    return isList(value) ? loop(macro, value, frame) : applyStrict(strict, [value], frame);
  });
}

/** The elements of a list, the keys of a map or, for two variables, its keys and values. */
function rangeOf(value: CelValue, isPair: boolean, meter: Meter): Range | undefined {
  if (isList(value) || value instanceof PartialList) return value;
  if (kindOf(value) !== "map") return undefined;
  const open = value instanceof PartialMap;
  const entries = goOverEntries(value, meter);
  const keys = entries.map(([key]) => key);
  const values = isPair ? entries.map(([, each]) => each) : keys;
  return { keys, items: values, open, causes: open ? value.causes : [], maybe: new Set() };
}
