import { compile } from "../../../src/cel/compile.ts";
import type { ExpressionProblem, Program } from "../../../src/cel/expression.ts";
import { type CelType, DYN, type VariableDeclaration } from "../../../src/cel/type.ts";
import { CelError, type CelValue } from "../../../src/cel/value.ts";
import { standardLibrary } from "../../../src/cel-library/standard-library.ts";
import { functionsOf } from "./declared-functions.ts";
import { describeValue } from "./describe-value.ts";
import { toType, toValue } from "./from-proto.ts";
import type { SimpleTest } from "./simple-test.ts";

/** What was asked for and what came, when these are not the same. */
export interface Mismatch {
  readonly expected: string;
  readonly got: string;
}

/** Runs one test; undefined if it passes. */
export function runTest(test: SimpleTest): Mismatch | undefined {
  try {
    return compileAndCompare(test);
  } catch (error) {
    // Neither the core nor the reading of the data may throw.
    return { expected: "no exception", got: String(error) };
  }
}

/** Everything that a test may say and that is heeded here. */
const fields: ReadonlySet<string> = new Set<keyof SimpleTest>([
  "name",
  "description",
  "expr",
  "disableCheck",
  "checkOnly",
  "typeEnv",
  "bindings",
  "value",
  "typedResult",
  "evalError",
]);

function compileAndCompare(test: SimpleTest): Mismatch | undefined {
  const foreign = Object.keys(test).filter((field) => !fields.has(field));
  if (foreign.length > 0) throw new Error(`not understood: ${foreign.join(", ")}`);
  const expected = describeExpected(test);
  const declarations = declarationsOf(test);
  const functions = new Map([...standardLibrary.functions, ...functionsOf(test)]);
  const environment = { variables: declarations, library: { ...standardLibrary, functions } };
  const compiled = compile(test.expr, environment, { isDynamic: test.disableCheck === true });
  if (!compiled.ok) {
    // Errors are asked for when the expression runs; the checker must have let it through.
    return { expected, got: compiled.problems.map(describeProblem).join("; ") };
  }
  const got = describeOutcome(test, declarations, compiled.program);
  return got === expected ? undefined : { expected, got };
}

function describeProblem({ code, message, offset }: ExpressionProblem): string {
  return `${code} at ${offset}: ${message}`;
}

const ERROR = "an error";

function describeExpected(test: SimpleTest): string {
  const { typedResult, value } = test;
  if (test.evalError !== undefined) return ERROR;
  if (typedResult === undefined) return describeValue(value ? toValue(value) : true);
  const type = typeText(toType(typedResult.deducedType));
  if (test.checkOnly === true) return type;
  if (typedResult.result === undefined) throw new Error("neither a value nor `checkOnly`");
  return `${describeValue(toValue(typedResult.result))} ${type}`;
}

/** All of a type in one order of keys. Not the core's own text, which is free to leave something out. */
function typeText(type: CelType): string {
  return `of type ${JSON.stringify(type, ["kind", "name", "element", "key", "value", "parameters"])}`;
}

function describeOutcome(
  test: SimpleTest,
  declarations: readonly VariableDeclaration[],
  { type, evaluate }: Program,
): string {
  if (test.checkOnly === true) return typeText(type);
  const values = declarations.map(({ name }) => bindingOf(test, name));
  const value = evaluate({ at: (slot) => values[slot] ?? null });
  if (test.evalError !== undefined && isEvaluationError(value)) return ERROR;
  const text = describeValue(value);
  return test.typedResult === undefined ? text : `${text} ${typeText(type)}`;
}

/** Too high a cost is a limit of this core; no official test asks for it. */
function isEvaluationError(value: CelValue): boolean {
  return value instanceof CelError && value.code !== "CostExceeded";
}

/** What the expression may read: what is declared and, if nothing is checked, all that is bound. */
function declarationsOf(test: SimpleTest): readonly VariableDeclaration[] {
  const declared = (test.typeEnv ?? []).flatMap(({ name, ident }): VariableDeclaration[] =>
    ident === undefined ? [] : [{ name, type: toType(ident.type), mayBeAbsent: false }],
  );
  if (test.disableCheck !== true) return declared;
  const names = new Set(declared.map(({ name }) => name));
  const bound = Object.keys(test.bindings ?? {}).filter((name) => !names.has(name));
  return [...declared, ...bound.map((name) => ({ name, type: DYN, mayBeAbsent: false }))];
}

function bindingOf({ bindings = {} }: SimpleTest, name: string): CelValue {
  const binding = bindings[name];
  if (binding === undefined) throw new Error(`\`${name}\` has no value`);
  return toValue(binding.value);
}
