import { type CompileOptions, compile } from "../cel/compile.ts";
import type { Compiled } from "../cel/expression.ts";
import type { VariableDeclaration } from "../cel/type.ts";
import { standardFunctions } from "./functions/standard-functions.ts";
import { standardMacros } from "./macros/standard-macros.ts";

/** Compiles an expression that may use the standard functions and macros. */
export function compileExpression(
  text: string,
  variables: readonly VariableDeclaration[],
  options: CompileOptions = {},
): Compiled {
  return compile(
    text,
    { variables, functions: standardFunctions, macros: standardMacros },
    options,
  );
}
