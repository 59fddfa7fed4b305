import { code, constantCode, errorAt, type Frame, type Run } from "../../cel/code.ts";
import type { MacroCall, MacroTable } from "../../cel/node.ts";
import { type CheckContext, demand, invalid, makeNode, type Node } from "../../cel/node.ts";
import { noValue, type Opened, type Opening, openOptional } from "../../cel/optional.ts";
import { readingOf } from "../../cel/reads.ts";
import { type CelType, DYN, describeType, joinTypes } from "../../cel/type.ts";
import { unite } from "../../cel/unknown.ts";
import { CelOptional, type CelValue } from "../../cel/value.ts";
import { holding } from "./holding.ts";
import { checkInScope } from "./local-scope.ts";

/** Methods that look at their argument only if they must, or for what the optional holds. */
export const optionalMacros: MacroTable = new Map(
  ["or", "orValue", "optMap", "optFlatMap"].map((name) => [name, checkOptionalMacro]),
);

/** `a.or(b)`, `a.orValue(b)`, `a.optMap(x, …)`, `a.optFlatMap(x, …)`. */
function checkOptionalMacro(context: CheckContext, node: MacroCall): Node {
  const { name, args } = node;
  const operand = context.check(node.target);
  const isMap = name.endsWith("Map");
  const [variable, last] = isMap ? args : [undefined, ...args];
  const isNamed = !isMap || variable?.kind === "name";
  if (last === undefined || args.length !== (isMap ? 2 : 1) || !isNamed) {
    const help = isMap ? `such as \`a.${name}(x, …)\`` : `such as \`a.${name}(b)\``;
    return invalid(context, node, { message: `\`${name}\` takes other arguments`, help });
  }
  const { type } = operand;
  if (type.kind !== "optional" && type.kind !== "dyn") {
    const message = `\`${name}\` does not take \`${describeType(type)}\``;
    return invalid(context, operand, { message });
  }
  const held = type.kind === "optional" ? type.value : DYN;
  const names = variable?.kind === "name" ? [[variable.name, held] as const] : [];
  const { locals, checked } = checkInScope(context, names, [last]);
  const [body] = checked;
  const mistake = errorAt("NoSuchOverload", `\`${name}\` takes an optional`, node);
  const opening: Opening = {
    reading: readingOf({ type: held, mayBeAbsent: false }),
    noOptional: type.kind === "optional" ? undefined : mistake,
  };
  const made = body?.type ?? DYN;
  const result: Readonly<Record<string, CelType>> = {
    or: joinTypes(type, made),
    orValue: joinTypes(held, made),
    optMap: { kind: "optional", value: made },
    optFlatMap: made,
  };
  return makeNode(node, result[name] ?? DYN, (guards) => {
    const { run } = demand(context, operand, guards);
    const other = body?.compile(guards) ?? constantCode(null);
    const ways = waysOf(name, other.run, locals[0]?.index ?? 0);
    const isNullable = name === "orValue" && other.mayBeAbsent;
    return code((frame) => takeWays(ways, openOptional(run(frame), opening), frame), isNullable);
  });
}

/** What becomes of an optional that holds a value, and of one that does not. */
interface Ways {
  readonly whenHeld: (value: CelValue, frame: Frame) => CelValue;
  readonly whenNone: Run;
}

function waysOf(name: string, other: Run, place: number): Ways {
  if (name === "or") return { whenHeld: (value) => new CelOptional(value), whenNone: other };
  if (name === "orValue") return { whenHeld: (value) => value, whenNone: other };
  const whenHeld: Ways["whenHeld"] = (value, frame) => {
    frame.locals[place] = value;
    const made = other(frame);
    return name === "optMap" ? holding(made) : made;
  };
  return { whenHeld, whenNone: () => noValue };
}

/** Each way is taken once, however many values may be held: nested ones would else multiply. */
function takeWays(
  { whenHeld, whenNone }: Ways,
  { held, mayBeNone, error, causes }: Opened,
  frame: Frame,
): CelValue {
  const members: CelValue[] = [];
  if (held !== undefined) members.push(whenHeld(held, frame));
  if (mayBeNone) members.push(whenNone(frame));
  if (error !== undefined) members.push(error);
  const [only] = members;
  return members.length === 1 && only !== undefined ? only : unite(members, causes);
}
