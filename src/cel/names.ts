import { didYouMean } from "../input/suggest.ts";
import type { Expression, NodeOf, Span } from "./ast.ts";
import { fieldNode, keyNode } from "./keys.ts";
import { type CheckContext, constantNode, invalid, type LocalScope, type Node } from "./node.ts";
import { localNode, optionalVariableNode, variableNode } from "./reads.ts";
import { describeType } from "./type.ts";

type NameNode = NodeOf<"name" | "select">;

/**
 * Resolves a name or a selection. `a.b.c` is the macro variable `a`, or else the longest declared
 * name among `a.b.c`, `a.b` and `a`, and from there on its fields.
 */
export function checkSelection(context: CheckContext, node: NameNode): Node {
  const declared = findDeclared(context, node);
  if (declared !== undefined) return declared;
  if (node.kind === "select" && !isUndeclared(context, node.operand)) {
    return checkField(context, node, context.check(node.operand));
  }
  const { name } = nameOf(node) ?? { name: "" };
  const refused = refusedNode(context, node, name);
  if (refused !== undefined) return refused;
  const locals: string[] = [];
  for (let each = context.scope; each !== undefined; each = each.outer) locals.push(each.name);
  const message = `unknown name \`${name}\``;
  const help = didYouMean(name, [...locals, ...context.variables.keys()]);
  return invalid(context, node, { code: "EXPRESSION_UNKNOWN_NAME", message, help });
}

/** What stands for a name that nothing may have. */
export function refusedNode(context: CheckContext, span: Span, name: string): Node | undefined {
  const why = context.library.refused.get(name.replace(/\..*/, ""));
  return why && invalid(context, span, { code: "EXPRESSION_UNKNOWN_NAME", ...why });
}

function findDeclared(context: CheckContext, node: NameNode): Node | undefined {
  const { root, name } = nameOf(node) ?? {};
  if (root === undefined || name === undefined) return undefined;
  const local = root.isAbsolute ? undefined : findLocal(context.scope, root.name);
  if (local !== undefined) return node.kind === "name" ? localNode(node, local) : undefined;
  const variable = context.variables.get(name);
  if (variable !== undefined) {
    context.slots.add(variable.slot);
    const makeNode = isOptionalSelection(node) ? optionalVariableNode : variableNode;
    return makeNode(node, variable);
  }
  const typeName = context.library.typeNames.get(name);
  return typeName && constantNode(node, typeName, { kind: "type" });
}

function findLocal(scope: LocalScope | undefined, name: string): LocalScope | undefined {
  for (let each = scope; each !== undefined; each = each.outer) if (each.name === name) return each;
  return undefined;
}

/** Whether a selection is only names, none of which is declared, so that all of it is unknown. */
export function isUndeclared(context: CheckContext, node: Expression): boolean {
  if (node.kind !== "name" && node.kind !== "select") return false;
  if (findDeclared(context, node) !== undefined) return false;
  return node.kind === "name" || isUndeclared(context, node.operand);
}

/** `a.b.c` and its root `a`, for a selection that is names only. */
export function nameOf(node: Expression): { root: NodeOf<"name">; name: string } | undefined {
  if (node.kind === "name") return { root: node, name: node.name };
  if (node.kind !== "select" || isOptionalSelection(node.operand)) return undefined;
  const above = nameOf(node.operand);
  return above && { root: above.root, name: `${above.name}.${node.field}` };
}

function isOptionalSelection(node: Expression): boolean {
  return node.kind === "select" && node.isOptional;
}

function checkField(context: CheckContext, node: NodeOf<"select">, operand: Node): Node {
  const { field, fieldSpan } = node;
  const key = constantNode(fieldSpan, field, { kind: "string" });
  const isOptional = node.isOptional || operand.type.kind === "optional";
  const type = operand.type.kind === "optional" ? operand.type.value : operand.type;
  if (type.kind === "struct") {
    const declared = Object.hasOwn(type.fields, field) ? type.fields[field] : undefined;
    if (declared !== undefined && isOptional) return keyNode(context, node, [operand, key]);
    if (declared !== undefined) return fieldNode(node, operand, key, declared);
    const message = `\`${type.name}\` has no field \`${field}\``;
    const help = didYouMean(field, Object.keys(type.fields));
    return invalid(context, fieldSpan, { code: "EXPRESSION_UNKNOWN_NAME", message, help });
  }
  if (type.kind === "map" || type.kind === "dyn") return checkKey(context, node, [operand, key]);
  return invalid(context, fieldSpan, { message: `\`${describeType(type)}\` has no fields` });
}

/** An element of a list, or the value of a map's key. */
export function checkIndex(context: CheckContext, node: NodeOf<"index">): Node {
  return checkKey(context, node, [context.check(node.operand), context.check(node.index)]);
}

function checkKey(
  context: CheckContext,
  node: NodeOf<"index" | "select">,
  [container, key]: readonly [Node, Node],
): Node {
  const type = container.type.kind === "optional" ? container.type.value : container.type;
  const isIndex = ["int", "uint", "double", "dyn"].includes(key.type.kind);
  if (type.kind === "list" && !isIndex) {
    return invalid(context, key, { message: "an index must be an `int`" });
  }
  if (!["list", "map", "dyn"].includes(type.kind)) {
    return invalid(context, node, { message: `\`${describeType(type)}\` has no elements` });
  }
  return keyNode(context, node, [container, key]);
}
