import { type CompileOptions, compile } from "../cel/compile.ts";
import type { Compiled } from "../cel/expression.ts";
import type { VariableDeclaration } from "../cel/type.ts";
import { standardLibrary } from "./standard-library.ts";

/** Compiles an expression that may use the standard functions and macros. */
export function compileExpression(
  text: string,
  variables: readonly VariableDeclaration[],
  options: CompileOptions = {},
): Compiled {
  return compile(text, { variables, library: standardLibrary }, options);
}
