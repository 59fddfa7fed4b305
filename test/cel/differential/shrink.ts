import type { Case } from "./generate.ts";
import { literalTerm, withoutOne } from "./literal.ts";
import { replaceTerm, sizeOf, type Term, termsIn, writeTerm } from "./term.ts";

/**
 * Leaves that stand in for whatever does not matter. As `writeValue` writes them: what is written otherwise is
 * folded into that, and were it longer, would be made a leaf again, without end.
 */
const plainLeaves: Readonly<Record<string, readonly string[]>> = {
  bool: ["true", "false"],
  int: ["0", "1"],
  uint: ["0u", "1u"],
  double: ["0.0", "1.0"],
  string: ['""', '"a"'],
  bytes: ['b""', 'b"\\x61"'],
  null: ["null"],
  timestamp: ['timestamp("1970-01-01T00:00:00Z")'],
  duration: ['duration("0s")', 'duration("1s")'],
  type: ["int"],
  list: ["[]", "[0]", "[0, 1]"],
  map: ["{}", "{0: 0}"],
};

function leafOf({ type }: Term, template: string): Term {
  return { type, template, parts: [] };
}

/** What both sides make of an expression, as far as they agree. */
interface Sides {
  readonly disagree: (expression: string, bindings: Case["bindings"]) => boolean;
  /** The value, as CEL, that both give. */
  readonly agreedValue: (expression: string, bindings: Case["bindings"]) => string | undefined;
}

/** The smallest case, of those that are tried, on which both sides disagree, as they do on the case given. */
export function shrink(found: Case, { disagree, agreedValue }: Sides): Case {
  let { term } = found;
  const isSmaller = (made: Term): boolean => disagree(writeTerm(made), found.bindings);
  for (;;) {
    const smaller =
      smallerTerms(term, found).find(isSmaller) ??
      foldedTerms(term, (part) => agreedValue(part, found.bindings)).find(isSmaller);
    if (smaller === undefined) break;
    term = smaller;
  }
  const expression = writeTerm(term);
  const isRead = ([name]: readonly [string, unknown]): boolean =>
    new RegExp(`\\b${name}\\b`).test(expression);
  return { ...found, term, bindings: new Map([...found.bindings].filter(isRead)) };
}

/** Terms that come after a term: fewer parts, then shorter text, then variables as literals. */
function smallerTerms(term: Term, { bindings }: Case): readonly Term[] {
  const all = termsIn(term);
  const size = sizeOf(term);
  const inner = all.slice(0, -1);
  const candidates = inner.slice().sort((a, b) => sizeOf(a) - sizeOf(b));
  for (const place of all) {
    const leaves = leavesFor(place).map((template) => leafOf(place, template));
    const made = [...termsIn(place).slice(0, -1), ...withoutOne(place), ...leaves];
    candidates.push(...made.map((each) => replaceTerm(term, place, each)));
  }
  const smaller = candidates.filter((each) => {
    const less = sizeOf(each) - size;
    return less < 0 || (less === 0 && weightOf(each) < weightOf(term));
  });
  // Values may have more parts than the names that they take the place of.
  const inlined = all.flatMap((place) =>
    valuesFor(place, all, bindings).map((each) => replaceTerm(term, place, each)),
  );
  return [...smaller, ...inlined];
}

/** A term with a scalar in place of a part of which both sides make the same. */
function foldedTerms(term: Term, evaluate: (text: string) => string | undefined): readonly Term[] {
  return termsIn(term).flatMap((place) => {
    const text = writeTerm(place);
    const value = place === term ? undefined : evaluate(text);
    if (value === undefined || value === text || /^[[{]/.test(value)) return [];
    return [replaceTerm(term, place, leafOf(place, value))];
  });
}

function leavesFor(place: Term): readonly string[] {
  const leaves = plainLeaves[place.type.kind] ?? [];
  if (place.parts.length > 0) return leaves;
  return leaves.filter((each) => each.length < place.template.length);
}

/** What a variable is bound to; for a macro's variable the literals that there are. */
function valuesFor(place: Term, all: readonly Term[], bindings: Case["bindings"]): readonly Term[] {
  if (place.parts.length > 0) return [];
  const bound = bindings.get(place.template);
  if (bound !== undefined) return [literalTerm(bound), dynOf(literalTerm(bound))];
  if (!/^[xyz]$/.test(place.template)) return [];
  const closed = all.filter((each) => termsIn(each).every(({ template }) => !isName(template)));
  return [...closed, ...closed.map(dynOf)];
}

/** A term that is not refused for its type. */
function dynOf(term: Term): Term {
  return { type: term.type, template: "dyn($0)", parts: [term] };
}

function isName(text: string): boolean {
  return /^(?:[a-z_]+_[12]|[xyz])$/.test(text);
}

/** Of terms with as many parts, names weigh more than literals. */
function weightOf(term: Term): number {
  const names = termsIn(term).filter(({ template }) => isName(template));
  return writeTerm(term).length + names.length * 1000;
}
