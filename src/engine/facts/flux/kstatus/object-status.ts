import type { ValuePath } from "../../../../input/source-document.ts";
import { numberAt } from "../../read-object.ts";

/** In kstatus words: what a tool that waits for objects makes of one. `Current` is the only one that it does not wait for. */
export type StatusWord = "Current" | "InProgress" | "Failed" | "Terminating";

/** How one object fares, by its own status. */
export interface ObjectStatus {
  readonly word: StatusWord;
  /** UpperCamel; empty of a current object. */
  readonly reason: string;
  /** For people, made of numbers and names only. */
  readonly detail: string;
  /** Where in the object it stands. */
  readonly path: ValuePath;
}

export function current(path: ValuePath): ObjectStatus {
  return { word: "Current", reason: "", detail: "", path };
}

export function inProgress(reason: string, detail: string, path: ValuePath): ObjectStatus {
  return { word: "InProgress", reason, detail, path };
}

export function failed(reason: string, detail: string, path: ValuePath): ObjectStatus {
  return { word: "Failed", reason, detail, path };
}

/** A number of the status; the API leaves out what is zero. */
export function countIn(object: unknown, field: string): number {
  return numberAt(object, ["status", field]) ?? 0;
}

/** `have` of `want`, where fewer are there than wanted. */
export function fewer(
  object: unknown,
  {
    reason,
    field,
    want,
  }: { readonly reason: string; readonly field: string; readonly want: number },
): ObjectStatus | undefined {
  const have = countIn(object, field);
  return have < want
    ? inProgress(reason, `${field} ${have}/${want}`, ["status", field])
    : undefined;
}
