import type { Library } from "../cel/node.ts";
import { atomsIn } from "./enumerable.ts";
import { standardFunctions } from "./functions/standard-functions.ts";
import { standardMacros } from "./macros/standard-macros.ts";
import { typeNamesInScope } from "./type-names.ts";

/** The functions and macros of the specification and of the official extensions that are held to it. */
export const standardLibrary: Library = {
  functions: standardFunctions,
  macros: standardMacros,
  typeNames: typeNamesInScope,
  atomsIn,
};
