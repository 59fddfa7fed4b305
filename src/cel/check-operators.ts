import type { NodeOf } from "./ast.ts";
import { type CheckContext, invalid, report, spanOf } from "./check-context.ts";
import type { Checked } from "./checked.ts";
import { type Overload, takesTypes } from "./functions/overload.ts";
import { overloadsOf } from "./functions/table.ts";
import { kindOfType } from "./kinds.ts";
import { didYouMean } from "./suggest.ts";
import type { CelType } from "./type.ts";
import { BOOL, DYN, describeType, isComparable, isOrderable, mayHoldNan } from "./types.ts";

type BinaryNode = NodeOf<"binary">;

export function checkBinary(context: CheckContext, node: BinaryNode): Checked {
  const left = context.check(node.left);
  const right = context.check(node.right);
  const span = spanOf(node);
  switch (node.operator) {
    case "==":
    case "!=": {
      if (!isComparable(left.type, right.type)) return refuse(context, node, [left, right]);
      checkEnumValue(context, left, right);
      checkEnumValue(context, right, left);
      const textOf = ({ offset, end }: Checked): string => context.text.slice(offset, end);
      const isSame = !mayHoldNan(left.type) && textOf(left) === textOf(right);
      const isNegated = node.operator === "!=";
      return { ...span, kind: "equality", isNegated, isSame, left, right, type: BOOL };
    }
    case "<":
    case "<=":
    case ">":
    case ">=":
      if (!isOrderable(left.type, right.type)) return refuse(context, node, [left, right]);
      return { ...span, kind: "order", operator: node.operator, left, right, type: BOOL };
    case "in":
      return checkMembership(context, node, [left, right]);
    default:
      return checkOverloads(context, overloadsOf(node.operator, false), {
        span,
        name: node.operator,
        args: [left, right],
      });
  }
}

function refuse(
  context: CheckContext,
  node: BinaryNode,
  [left, right]: readonly [Checked, Checked],
): Checked {
  const types = `\`${describeType(left.type)}\` and \`${describeType(right.type)}\``;
  return invalid(context, node, { message: `\`${node.operator}\` does not take ${types}` });
}

function checkMembership(
  context: CheckContext,
  node: BinaryNode,
  [left, right]: readonly [Checked, Checked],
): Checked {
  const item = itemTypeOf(right.type);
  if (item === undefined || !isComparable(left.type, item)) {
    return refuse(context, node, [left, right]);
  }
  if (right.kind === "list") {
    for (const element of right.elements) checkEnumValue(context, left, element);
  }
  if (item.kind === "enum") checkEnumValue(context, { ...right, type: item }, left);
  return { ...spanOf(node), kind: "membership", left, right, type: BOOL };
}

function itemTypeOf(type: CelType): CelType | undefined {
  if (type.kind === "list") return type.element;
  if (type.kind === "map") return type.key;
  return type.kind === "dyn" ? DYN : undefined;
}

/** Reports a text that is compared with an enum of which it is no value. */
function checkEnumValue(context: CheckContext, { type }: Checked, other: Checked): void {
  if (type.kind !== "enum" || other.kind !== "constant") return;
  const { value } = other;
  if (typeof value !== "string" || type.values.includes(value)) return;
  report(context, other, {
    message: `\`${value}\` is no value of \`${type.name}\``,
    help: didYouMean(value, type.values),
  });
}

/** A call as written, of which the overload is to be found. */
interface CallToResolve {
  readonly span: { readonly offset: number; readonly end: number };
  readonly name: string;
  readonly args: readonly Checked[];
}

export function checkOverloads(
  context: CheckContext,
  candidates: readonly Overload[],
  { span, name, args }: CallToResolve,
): Checked {
  const types = args.map((arg) => arg.type);
  const overloads = candidates.filter((candidate) => takesTypes(candidate, types));
  const [first] = overloads;
  if (first === undefined) {
    const found = types.map((type) => `\`${describeType(type)}\``).join(" and ");
    return invalid(context, span, {
      message: `\`${name}\` does not take ${found || "no argument"}`,
    });
  }
  return { ...span, kind: "call", overloads, args, type: resultOf(overloads, types) };
}

function resultOf(overloads: readonly Overload[], types: readonly CelType[]): CelType {
  const results = overloads.map(({ result }) =>
    typeof result === "function" ? result(types) : result,
  );
  const [first = DYN] = results;
  return results.every((each) => kindOfType(each) === kindOfType(first)) ? first : DYN;
}
