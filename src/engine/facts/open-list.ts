import { PartialList } from "../../cel/value.ts";
import type { FactCause, FactType, UnknownReason } from "./fact.ts";

/** A list of texts of which elements may be missing: those seen, and why there may be more. */
export interface OpenList {
  readonly items: readonly string[];
  /** Empty: it is whole. */
  readonly reasons: readonly UnknownReason[];
}

/** The type of such a list. `fact` is the name under which it is declared: whoever asks for more blames it. */
export function openListFact(fact: string): FactType<OpenList> {
  return {
    cel: { kind: "list", element: { kind: "string" } },
    toCel: ({ items, reasons }) => {
      if (reasons.length === 0) return items;
      const cause: FactCause = { name: fact, reasons };
      return new PartialList(items, { open: true, causes: [cause] });
    },
  };
}
