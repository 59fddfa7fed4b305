import type { MissingFact } from "../engine/decision.ts";
import type { SourcePosition } from "../input/problem.ts";
import type { ValuePath } from "../input/source-document.ts";

/** What an expectation names and a decision does not have. */
export interface Mismatch {
  /** What of the decision, for people: `node prod-worker-1 action`. */
  readonly what: string;
  readonly expected: string;
  readonly found: string;
  /** Why it was decided so, as the decision tells it. */
  readonly why?: string;
  readonly position: SourcePosition;
}

/** One thing that an expectation names. */
export interface Expected {
  /** Below the case's `expect`. */
  readonly at: ValuePath;
  readonly what: string;
  readonly expected: string;
  readonly found: string;
  readonly why?: string;
}

type Shown = string | number | boolean | readonly string[] | undefined;

/** A value as both sides of a comparison show it; absent where it is in no decision. */
export function shown(value: Shown, order: "as-is" | "sorted" = "as-is"): string {
  if (value === undefined) return "not there";
  if (typeof value !== "object") return String(value);
  if (value.length === 0) return "nothing";
  return (order === "sorted" ? [...value].sort() : value).join(", ");
}

/** A reason with its sentence, and what would settle what is not known. */
export function whyOf(
  reason: string,
  message: string,
  missing: readonly MissingFact[] = [],
): string {
  const said = message === "" ? reason : `${reason}: ${message}`;
  const facts = missing.map(({ fact, reasons }) => {
    const [first] = reasons;
    return first === undefined ? fact : `${fact} (${first.code}: ${first.detail})`;
  });
  return facts.length === 0 ? said : `${said}; not known: ${facts.join(", ")}`;
}
