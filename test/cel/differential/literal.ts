import type { Term } from "./term.ts";
import { list, map, scalar, type Type } from "./types.ts";
import { type Value, writeValue } from "./values.ts";

/** A value as a term; `write` writes what has no parts. */
export function literalTerm(value: Value, write: (scalar: Value) => string = writeValue): Term {
  const below = (each: Value): Term => literalTerm(each, write);
  const type = typeOfValue(value);
  if (value.kind === "list") {
    const places = value.items.map((_, index) => `$${index}`);
    return { type, template: `[${places.join(", ")}]`, parts: value.items.map(below) };
  }
  if (value.kind !== "map") return { type, template: write(value), parts: [] };
  const places = value.entries.map((_, index) => `$${2 * index}: $${2 * index + 1}`);
  return { type, template: `{${places.join(", ")}}`, parts: value.entries.flat().map(below) };
}

function typeOfValue({ kind }: Value): Type {
  if (kind === "list") return list(scalar("dyn"));
  return kind === "map" ? map(scalar("string"), scalar("dyn")) : scalar(kind);
}

/** A list or map literal without one of its elements, for each of them. */
export function withoutOne(term: Term): readonly Term[] {
  const { template, parts } = term;
  if (!/^[[{]\$/.test(template)) return [];
  const width = template.startsWith("{") ? 2 : 1;
  const places = template.slice(1, -1).split(", ").slice(0, -1).join(", ");
  const shorter = `${template[0]}${places}${template.at(-1)}`;
  return parts.flatMap((_, index) =>
    index % width === 0
      ? [{ ...term, template: shorter, parts: parts.toSpliced(index, width) }]
      : [],
  );
}
