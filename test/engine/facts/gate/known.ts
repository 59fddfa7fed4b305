import type { Fact, FactDeclaration } from "../../../../src/engine/facts/fact.ts";
import { derive } from "../derive.ts";

/** A fact's value, or the word for its state: what a row of a table expects. */
export function shown(fact: Fact<unknown>): unknown {
  return fact.state === "value" ? fact.value : fact.state;
}

/** The value of a fact; throws if it has none, so that a broken row cannot turn into another case. */
export function knownValue<Subject, T>(
  declaration: FactDeclaration<Subject, T>,
  subject: Subject,
): T {
  const fact = derive(declaration, subject);
  if (fact.state !== "value") throw new Error(`${declaration.name} is ${JSON.stringify(fact)}`);
  return fact.value;
}
