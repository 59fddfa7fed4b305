import type { Library } from "../cel/node.ts";
import { standardFunctions } from "./functions/standard-functions.ts";
import { standardMacros } from "./macros/standard-macros.ts";
import { typeNamesInScope } from "./type-names.ts";

/** What it says changes by learning, and so would the decision. */
const refusedKnown = {
  message: "no condition may ask whether something is known",
  help: "say under `whenUnknown` what is to be done meanwhile",
};

/** The functions and macros of the specification and of the official extensions that are held to it. */
export const standardLibrary: Library = {
  functions: standardFunctions,
  macros: standardMacros,
  typeNames: typeNamesInScope,
  refused: new Map([["known", refusedKnown]]),
};
