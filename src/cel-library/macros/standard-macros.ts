import type { MacroTable } from "../../cel/node.ts";
import { listMacros } from "./list-macros.ts";
import { optionalMacros } from "./optional-macros.ts";

/** What every expression may write behind a dot beside methods: `list.exists(x, …)`, `a.orValue(b)`, … */
export const standardMacros: MacroTable = new Map([...listMacros, ...optionalMacros]);
