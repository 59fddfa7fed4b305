import type { Expression, NodeOf, Span } from "./ast.ts";
import { type CheckContext, invalid, spanOf } from "./check-context.ts";
import type { Checked } from "./checked.ts";
import { typeNamesInScope } from "./functions/conversions.ts";
import { findLocal, type LocalScope } from "./scope.ts";
import { didYouMean } from "./suggest.ts";
import { DYN, describeType } from "./types.ts";

type NameNode = NodeOf<"name" | "select">;

/**
 * Resolves a name or a selection. `a.b.c` is the macro variable `a`, or else the longest declared
 * name among `a.b.c`, `a.b` and `a`, and from there on its fields.
 */
export function checkSelection(context: CheckContext, node: NameNode): Checked {
  const declared = findDeclared(context, node);
  if (declared !== undefined) return declared;
  if (node.kind === "select" && !isUnknownChain(context, node)) {
    return checkField(context, node, context.check(node.operand));
  }
  const name = dottedName(node) ?? "";
  if (/^known(\.|$)/.test(name)) return invalid(context, node, refusedKnown);
  return invalid(context, node, {
    code: "EXPRESSION_UNKNOWN_NAME",
    message: `unknown name \`${name}\``,
    help: didYouMean(name, [...localNames(context.scope), ...context.variables.keys()]),
  });
}

/** Why `known()` is refused: what it says changes by learning, and so would the decision. */
export const refusedKnown = {
  code: "EXPRESSION_UNKNOWN_NAME",
  message: "no condition may ask whether something is known",
  help: "say under `whenUnknown` what is to be done meanwhile",
} as const;

function findDeclared(context: CheckContext, node: NameNode): Checked | undefined {
  const name = dottedName(node);
  if (name === undefined) return undefined;
  const local = isRootAbsolute(node)
    ? undefined
    : findLocal(context.scope, name.split(".")[0] ?? "");
  if (local !== undefined) {
    if (node.kind === "select") return undefined;
    return { ...spanOf(node), kind: "local", index: local.index, type: local.type };
  }
  const variable = context.variables.get(name);
  if (variable !== undefined) {
    const { slot, mayBeAbsent, type } = variable;
    return { ...spanOf(node), kind: "variable", slot, mayBeAbsent, type };
  }
  const value = typeNamesInScope.get(name);
  return value && { ...spanOf(node), kind: "constant", value, type: { kind: "type" } };
}

/** Whether a selection is only names, none of which is declared, so that all of it is unknown. */
function isUnknownChain(context: CheckContext, node: NameNode): boolean {
  for (let each: Expression = node; each.kind === "select"; each = each.operand) {
    const { operand } = each;
    if (operand.kind !== "name" && operand.kind !== "select") return false;
    const name = dottedName(operand);
    if (name === undefined || findDeclared(context, operand) !== undefined) return false;
  }
  return true;
}

/** `a.b.c` for a selection that is names only. */
function dottedName(node: Expression): string | undefined {
  if (node.kind === "name") return node.name;
  if (node.kind !== "select") return undefined;
  const operand = dottedName(node.operand);
  return operand === undefined ? undefined : `${operand}.${node.field}`;
}

function isRootAbsolute(node: Expression): boolean {
  return node.kind === "select"
    ? isRootAbsolute(node.operand)
    : node.kind === "name" && node.isAbsolute;
}

function localNames(scope: LocalScope | undefined): string[] {
  return scope === undefined ? [] : [scope.name, ...localNames(scope.outer)];
}

function checkField(context: CheckContext, node: NodeOf<"select">, operand: Checked): Checked {
  const { field, fieldSpan } = node;
  const { type } = operand;
  const key: Checked = {
    ...spanOf(fieldSpan),
    kind: "constant",
    value: field,
    type: { kind: "string" },
  };
  switch (type.kind) {
    case "struct": {
      const declared = Object.hasOwn(type.fields, field) ? type.fields[field] : undefined;
      if (declared === undefined) {
        return invalid(context, fieldSpan, {
          code: "EXPRESSION_UNKNOWN_NAME",
          message: `\`${type.name}\` has no field \`${field}\``,
          help: didYouMean(field, Object.keys(type.fields)),
        });
      }
      return { ...spanOf(node), kind: "field", operand, field, ...declared };
    }
    case "map":
      return { ...spanOf(node), kind: "key", operand, key, type: type.value };
    case "dyn":
      return { ...spanOf(node), kind: "key", operand, key, type: DYN };
    default:
      return invalid(context, fieldSpan, {
        message: `\`${describeType(type)}\` has no fields`,
        help: operand.kind === "variable" ? declaredBelow(context, node) : undefined,
      });
  }
}

/** Names that are declared below the one that has no fields: perhaps one of them was meant. */
function declaredBelow(context: CheckContext, node: Expression): string | undefined {
  const name = dottedName(node) ?? "";
  const prefix = name.slice(0, name.lastIndexOf(".") + 1);
  return didYouMean(
    name,
    [...context.variables.keys()].filter((each) => each.startsWith(prefix)),
  );
}

/** An element of a list, or the value of a map's key. */
export function checkKey(
  context: CheckContext,
  span: Span,
  operand: Checked,
  key: Checked,
): Checked {
  const node = { ...spanOf(span), kind: "key", operand, key } as const;
  switch (operand.type.kind) {
    case "list": {
      if (!["int", "uint", "double", "dyn"].includes(key.type.kind)) {
        return invalid(context, key, { message: "an index must be an `int`" });
      }
      return { ...node, type: operand.type.element };
    }
    case "map":
      return { ...node, type: operand.type.value };
    case "dyn":
      return { ...node, type: DYN };
    default:
      return invalid(context, span, {
        message: `\`${describeType(operand.type)}\` has no elements`,
      });
  }
}
