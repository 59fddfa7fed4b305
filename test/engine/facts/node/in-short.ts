import type { Fact, FactDeclaration } from "../../../../src/engine/facts/fact.ts";
import { derive } from "../derive.ts";

/** The value, `absent`, or `unknown: <codes>`, each code once: what a table of examples can hold. */
export function inShort<Subject, T>(
  declaration: FactDeclaration<Subject, T>,
  subject: Subject,
): T | string {
  const fact = derive(declaration, subject);
  if (fact.state === "value") return fact.value;
  if (fact.state === "absent") return "absent";
  return `unknown: ${[...new Set(fact.reasons.map(({ code }) => code))].join(" ")}`;
}

/** The values that remain possible of an unknown fact, in their order. */
export function possibleOf<T>(fact: Fact<T>): readonly (T | null)[] {
  return fact.state === "unknown" ? (fact.oneOf ?? []) : [];
}

/** One `detail -> cure` line for each reason of an unknown fact. */
export function reasonsOf<T>(fact: Fact<T>): readonly string[] {
  if (fact.state !== "unknown") return [];
  return fact.reasons.map(({ detail, cure }) => `${detail} -> ${cure ?? "-"}`);
}
