import type { Type } from "./types.ts";

/** An expression that was generated, and its parts. */
export interface Term {
  readonly type: Type;
  /** Text in which `$0`, `$1`, … stand for the parts. A term without parts is its text. */
  readonly template: string;
  readonly parts: readonly Term[];
}

export function writeTerm({ template, parts }: Term): string {
  if (parts.length === 0) return template;
  return template.replace(/\$(\d)/g, (_, index) => writeTerm(parts[index] as Term));
}

/** All terms below a term, and itself, the innermost first. */
export function termsIn(term: Term): readonly Term[] {
  return [...term.parts.flatMap(termsIn), term];
}

export function sizeOf(term: Term): number {
  return 1 + term.parts.reduce((sum, part) => sum + sizeOf(part), 0);
}

/** A term, changed in one place. */
export function replaceTerm(term: Term, old: Term, made: Term): Term {
  if (term === old) return made;
  return { ...term, parts: term.parts.map((part) => replaceTerm(part, old, made)) };
}
