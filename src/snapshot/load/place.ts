import type { JsonObject, JsonValue } from "../../input/json-value.ts";
import type { Problem, ProblemCode, SourcePosition } from "../../input/problem.ts";
import type { SourceDocument, ValuePath } from "../../input/source-document.ts";

/** Where a value stands in what the user gave. */
export interface Place {
  readonly document: SourceDocument;
  readonly path: ValuePath;
}

/** A value and where it stands. */
export interface Placed<T extends JsonValue = JsonObject> extends Place {
  readonly value: T;
}

export interface ProblemDetails {
  readonly expected?: string;
  readonly help?: string;
  readonly of?: "key" | "value";
}

/** A problem about the value at a place. The message must not hold what the value says. */
export function problemAt(
  place: Place,
  code: ProblemCode,
  message: string,
  { of, ...details }: ProblemDetails = {},
): Problem {
  return { code, message, position: place.document.positionAt(place.path, of), ...details };
}

export function inside(place: Place, ...keys: readonly string[]): Place {
  return { document: place.document, path: [...place.path, ...keys] };
}

export function positionOf(place: Place): SourcePosition {
  return place.document.positionAt(place.path);
}

export function formatPosition({ file, line, column }: SourcePosition): string {
  return `${file}:${line}:${column}`;
}
