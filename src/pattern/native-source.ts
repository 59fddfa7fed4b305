import { classSource } from "./code-points.ts";
import type { Atom, Item, Sequence, SimplePattern } from "./simple-pattern.ts";

/** Writes a pattern for JavaScript's engine, with flag `u` and no other, in which `^` and `$` are the ends of the text. */
export function nativeSource({ fromStart, toEnd, body }: SimplePattern): string {
  return `${fromStart ? "^" : ""}${sequenceSource(body)}${toEnd ? "$" : ""}`;
}

function sequenceSource(sequence: Sequence): string {
  return sequence.map((item) => atomSource(item.atom) + countSource(item)).join("");
}

function atomSource(atom: Atom): string {
  if (atom.kind === "set") return classSource(atom.set);
  return `(?:${atom.alternatives.map(sequenceSource).join("|")})`;
}

function countSource({ min, max }: Item): string {
  if (min === 1 && max === 1) return "";
  if (max === Number.POSITIVE_INFINITY) return min === 0 ? "*" : min === 1 ? "+" : `{${min},}`;
  return min === max ? `{${min}}` : `{${min},${max}}`;
}
