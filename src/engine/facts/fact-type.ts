import type { Timestamp } from "../../time/time.ts";
import type { FactType } from "./fact.ts";

const same = <T>(value: T): T => value;

export const boolFact: FactType<boolean> = { cel: { kind: "bool" }, toCel: same };
export const intFact: FactType<number> = { cel: { kind: "int" }, toCel: same };
export const stringFact: FactType<string> = { cel: { kind: "string" }, toCel: same };
export const timestampFact: FactType<Timestamp> = { cel: { kind: "timestamp" }, toCel: same };

/** A closed list of words. Comparing with a word outside it is a compile error. */
export function enumFact<const Word extends string>(
  name: string,
  values: readonly Word[],
): FactType<Word> {
  return { cel: { kind: "enum", name, values }, toCel: same };
}

/** A list of words or names that is known as a whole or not at all. */
export const stringListFact: FactType<readonly string[]> = {
  cel: { kind: "list", element: { kind: "string" } },
  toCel: same,
};
