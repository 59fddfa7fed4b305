import type {
  Fact,
  FactDeclaration,
  ReadFact,
  UnknownFact,
} from "../../../src/engine/facts/fact.ts";
import type { JsonValue } from "../../../src/input/json-value.ts";

/** Gives facts of one subject, each worked out at most once. */
export function readerOf<Subject>(subject: Subject): ReadFact<Subject> {
  const facts = new Map<unknown, Fact<unknown>>();
  const read = (declaration: FactDeclaration<Subject, unknown>): Fact<unknown> => {
    const fact =
      facts.get(declaration) ??
      declaration.derive(subject, read as ReadFact<Subject>, undefined);
    facts.set(declaration, fact);
    return fact;
  };
  return read as ReadFact<Subject>;
}

export function derive<Subject, T>(
  declaration: FactDeclaration<Subject, T>,
  subject: Subject,
): Fact<T> {
  return readerOf(subject)(declaration);
}

/** The value, `absent`, or `unknown: <codes>` in one word that a table of examples can hold. */
export function inShort<Subject, T>(
  declaration: FactDeclaration<Subject, T>,
  subject: Subject,
): T | string {
  const fact = derive(declaration, subject);
  if (fact.state === "value") return fact.value;
  return fact.state === "absent" ? "absent" : `unknown: ${codesOf(fact).join(" ")}`;
}

export function codesOf<T>({ reasons }: UnknownFact<T>): readonly string[] {
  return [...new Set(reasons.map(({ code }) => code))];
}

/** What the fact rests on, as `path = seen` lines. */
export function evidenceOf<Subject, T>(
  declaration: FactDeclaration<Subject, T>,
  subject: Subject,
): readonly string[] {
  const lines: string[] = [];
  declaration.derive(subject, readerOf(subject), (path, seen: JsonValue) => {
    lines.push(`${path.join(" ")} = ${JSON.stringify(seen)}`);
  });
  return lines;
}
