import type { ExpressionProblem, Program } from "../../src/cel/expression.ts";
import type { CelType, VariableDeclaration } from "../../src/cel/type.ts";
import {
  type Bindings,
  type CelValue,
  Unknown,
  type UnknownBounds,
  type UnknownCause,
} from "../../src/cel/value.ts";
import { compileExpression } from "../../src/cel-library/compile-expression.ts";
import { type Condition, evaluateCondition } from "../../src/engine/rules/condition.ts";

export const bool: CelType = { kind: "bool" };
export const int: CelType = { kind: "int" };
export const double: CelType = { kind: "double" };
export const string: CelType = { kind: "string" };
export const dyn: CelType = { kind: "dyn" };
export const listOf = (element: CelType): CelType => ({ kind: "list", element });
export const mapOf = (value: CelType): CelType => ({ kind: "map", key: string, value });
export const enumOf = (...values: string[]): CelType => ({ kind: "enum", name: "Effect", values });

/** A variable of a test: what it is declared as, and its value. */
export interface Given {
  readonly type: CelType;
  readonly mayBeAbsent?: boolean;
  readonly value?: CelValue;
}

export type World = Readonly<Record<string, Given>>;

export const cause = (name: string): UnknownCause => ({ name });

/** An unknown that is caused by the variable of that name. */
export const unknown = (name: string, bounds: UnknownBounds = {}): Unknown =>
  new Unknown([cause(name)], bounds);

export function declare(world: World): VariableDeclaration[] {
  return Object.entries(world).map(([name, { type, mayBeAbsent = false }]) => ({
    name,
    type,
    mayBeAbsent,
  }));
}

export function bind(world: World): Bindings {
  const values = Object.values(world).map(({ value = null }) => value);
  return { at: (slot) => values[slot] ?? null };
}

function compile(text: string, world: World = {}): Program {
  const compiled = compileExpression(text, declare(world));
  if (!compiled.ok) throw new Error(`${text}: ${JSON.stringify(compiled.problems)}`);
  return compiled.program;
}

export function problemsOf(
  text: string,
  world: World = {},
  expects?: CelType,
): readonly ExpressionProblem[] {
  const compiled = compileExpression(text, declare(world), expects ? { expects } : {});
  return compiled.ok ? [] : compiled.problems;
}

export function evaluate(text: string, world: World = {}): CelValue {
  return compile(text, world).evaluate(bind(world));
}

export function judge(text: string, world: World = {}): Condition {
  return evaluateCondition(compile(text, world), bind(world));
}

/** The results that a condition may have, as letters: `T`, `TF`, `FE`, … */
export function may(text: string, world: World = {}): string {
  return lettersOf(judge(text, world).may);
}

export function lettersOf(set: number): string {
  return ["T", "F", "E"].filter((_, bit) => (set & (1 << bit)) !== 0).join("");
}

/** Names of what makes a condition undecided. */
export function blame(text: string, world: World = {}): string[] {
  return judge(text, world).causes.map(({ name }) => name);
}
