import { code, errorAt, type Frame, type Run } from "../../cel/code.ts";
import { checkInScope } from "../../cel/local-scope.ts";
import type { MacroCall, MacroTable } from "../../cel/node.ts";
import { type CheckContext, demand, invalid, makeNode, type Node } from "../../cel/node.ts";
import { type CelType, DYN, describeType, joinTypes } from "../../cel/type.ts";
import { possibleValues, unite } from "../../cel/unknown.ts";
import { CelError, CelOptional, type CelValue, Unknown } from "../../cel/value.ts";

const none = new CelOptional(undefined);

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
  if (
    last === undefined ||
    args.length !== (isMap ? 2 : 1) ||
    (isMap && variable?.kind !== "name")
  ) {
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
  const place = locals[0]?.index ?? 0;
  const noOptional = errorAt("NoSuchOverload", `\`${name}\` takes an optional`, node);
  const made = body?.type ?? DYN;
  const result: Readonly<Record<string, CelType>> = {
    or: joinTypes(type, made),
    orValue: joinTypes(held, made),
    optMap: { kind: "optional", value: made },
    optFlatMap: made,
  };
  return makeNode(node, result[name] ?? DYN, (guards) => {
    const { run } = demand(context, operand, guards);
    const other: Run = body?.compile(guards).run ?? (() => null);
    const whenThere = (value: CelValue, frame: Frame): CelValue => {
      if (!isMap) return name === "or" ? new CelOptional(value) : value;
      frame.locals[place] = value;
      const mapped = other(frame);
      return name === "optMap" && !(mapped instanceof CelError) ? new CelOptional(mapped) : mapped;
    };
    const take = (value: CelValue, frame: Frame): CelValue => {
      if (value instanceof CelError) return value;
      if (!(value instanceof CelOptional)) return noOptional;
      if (value.value !== undefined) return whenThere(value.value, frame);
      return isMap ? none : other(frame);
    };
    return code((frame) => {
      const value = run(frame);
      if (!(value instanceof Unknown)) return take(value, frame);
      const listed = possibleValues(value) ?? [none, new CelOptional(new Unknown(value.causes))];
      const error = value.bounds.mayBeError;
      const members = listed.map((each) => take(each, frame));
      return unite(error === undefined ? members : [...members, error], value.causes);
    });
  });
}
