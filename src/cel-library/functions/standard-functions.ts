import type { FunctionTable } from "../../cel/overload.ts";
import { groupBy } from "../../input/group-by.ts";
import { arithmeticOverloads } from "./arithmetic.ts";
import { conversionOverloads } from "./conversions.ts";
import { matchesOverloads } from "./matches.ts";
import { methodOverloads } from "./methods.ts";
import { optionalOverloads } from "./optionals.ts";
import { textOverloads } from "./texts.ts";

/** What every expression may call: operators, methods and conversions of the specification. */
export const standardFunctions: FunctionTable = groupBy(
  [
    ...arithmeticOverloads,
    ...methodOverloads,
    ...conversionOverloads,
    ...optionalOverloads,
    ...textOverloads,
    ...matchesOverloads,
  ],
  ({ name }) => name,
);
