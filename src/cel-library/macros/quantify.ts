import { costExceeded, type Frame } from "../../cel/code.ts";
import { isList } from "../../cel/kinds.ts";
import { FALSE, fromTruth, joinTruths, TRUE, truthErrorOf, truthOf } from "../../cel/truth.ts";
import { type CelValue, Unknown } from "../../cel/value.ts";
import { ask, type Loop, type MacroCode, type PartialRange } from "./loop.ts";

type Operator = "&&" | "||";

/** `exists` is `||` over the elements, `all` is `&&`. */
export function quantify(operator: Operator): Loop {
  return (macro, range, frame) =>
    isList(range)
      ? quantifyList(operator, macro, range, frame)
      : quantifyPartial(operator, macro, range, frame);
}

function quantifyList(
  operator: Operator,
  macro: MacroCode,
  items: readonly CelValue[],
  frame: Frame,
): CelValue {
  const deciding = operator === "||";
  const doubtful: CelValue[] = [];
  for (let at = 0; at < items.length; at++) {
    const value = ask(macro, items, at, frame);
    if (value === deciding || value === costExceeded) return value;
    if (value !== !deciding) doubtful.push(value);
  }
  return doubtful.length === 0 ? !deciding : joinTruths(operator, doubtful);
}

function quantifyPartial(
  operator: Operator,
  macro: MacroCode,
  range: PartialRange,
  frame: Frame,
): CelValue {
  const { items, open, maybe } = range;
  const doubtful: CelValue[] = [operator === "&&"];
  for (let at = 0; at < items.length + (open ? 1 : 0); at++) {
    const asked = ask(macro, range, at, frame);
    const isSure = at < items.length && !maybe.has(at);
    const value = isSure ? asked : doubt(operator, asked, range);
    if (value === (operator === "||") || value === costExceeded) return value;
    doubtful.push(value);
  }
  return joinTruths(operator, doubtful);
}

/** What an element says that may not be in the list: it may as well say nothing. */
function doubt(operator: Operator, value: CelValue, range: PartialRange): CelValue {
  const set = truthOf(value) | (operator === "&&" ? TRUE : FALSE);
  return fromTruth(set, [new Unknown(range.causes), value], truthErrorOf(value));
}
