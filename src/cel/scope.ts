import type { CelType, VariableDeclaration } from "./type.ts";

/** A declared variable and its place in the list. */
export interface DeclaredVariable extends VariableDeclaration {
  readonly slot: number;
}

/** A macro's variable: its place among the locals, and the scope around it. */
export interface LocalScope {
  readonly name: string;
  readonly index: number;
  readonly type: CelType;
  readonly outer: LocalScope | undefined;
}

export function findLocal(scope: LocalScope | undefined, name: string): LocalScope | undefined {
  for (let each = scope; each !== undefined; each = each.outer) if (each.name === name) return each;
  return undefined;
}

/** Declarations by name. Of two with one name, the later wins. */
export function indexVariables(
  variables: readonly VariableDeclaration[],
): ReadonlyMap<string, DeclaredVariable> {
  return new Map(variables.map((variable, slot) => [variable.name, { ...variable, slot }]));
}
