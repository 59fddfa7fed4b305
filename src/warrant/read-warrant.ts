import { OBLIGATIONS } from "../engine/policy.ts";
import { validate } from "../generated/validate-warrant.ts";
import type { Parsed } from "../input/problem.ts";
import { readOneDocument } from "../input/read-one-document.ts";
import type { SourceDocument } from "../input/source-document.ts";
import { type Mistake, readSealed } from "./read-sealed.ts";
import type { Warrant } from "./warrant.ts";

/**
 * Reads one warrant from a text that must hold exactly that, and refuses one that was changed since it was issued.
 * Problems name places and never repeat what stands there. `file` is a name for messages; it is not opened.
 */
export function parseWarrant(text: string, file: string): Parsed<Warrant> {
  const read = readOneDocument({ file, text }, { code: "WARRANT_INVALID", noun: "warrant" });
  return read.ok ? readWarrant(read.value) : read;
}

export function readWarrant(document: SourceDocument): Parsed<Warrant> {
  return readSealed<Warrant>(document, validate, orderMistakes);
}

function orderMistakes({ action }: Warrant): readonly Mistake[] {
  const places = action.obligations.map((each) => OBLIGATIONS.indexOf(each));
  if (!places.some((place, at) => at > 0 && place <= (places[at - 1] ?? -1))) return [];
  return [
    {
      message: "`obligations` are not in the order of carrying out, or one is there twice",
      path: ["action", "obligations"],
    },
  ];
}
