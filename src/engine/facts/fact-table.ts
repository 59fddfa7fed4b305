import type { CelType, VariableDeclaration } from "../../cel/type.ts";
import { type CelValue, Unknown } from "../../cel/value.ts";
import type { JsonValue } from "../../input/json-value.ts";
import type { ValuePath } from "../../input/source-document.ts";
import type { AnyFact, Fact, FactCause, Note, ReadFact } from "./fact.ts";

/** The facts of one kind of subject. A fact's place is its slot in expressions. */
export interface FactTable<Subject> {
  readonly facts: readonly AnyFact<Subject>[];
  readonly slots: ReadonlyMap<AnyFact<Subject>, number>;
  readonly variables: readonly VariableDeclaration[];
}

/** The facts of one subject, each worked out at most once and only when asked for. */
export interface FactReader<Subject> {
  readonly subject: Subject;
  readonly read: ReadFact<Subject>;
  readonly factAt: (slot: number) => Fact<unknown>;
  /** The same as an expression sees it. */
  readonly valueAt: (slot: number) => CelValue;
  /** First instant (seconds since the epoch) at which a fact read so far may differ by time alone. */
  readonly untilSeconds: () => number;
}

/** Told of every place that a fact rests on, with the fact's name. */
export type EvidenceSink = (fact: string, path: ValuePath, seen: JsonValue) => void;

/** @throws Error when two facts have one name: a mistake in this package, not in any input. */
export function createFactTable<Subject>(facts: readonly AnyFact<Subject>[]): FactTable<Subject> {
  const names = new Set(facts.map((fact) => fact.name));
  if (names.size !== facts.length) throw new Error("two facts have one name");
  return {
    facts,
    slots: new Map(facts.map((fact, slot) => [fact, slot])),
    variables: facts.map(({ name, type, mayBeAbsent }) => ({ name, type: type.cel, mayBeAbsent })),
  };
}

export function createFactReader<Subject>(
  table: FactTable<Subject>,
  subject: Subject,
  sink?: EvidenceSink,
): FactReader<Subject> {
  const facts: (Fact<unknown> | undefined)[] = new Array(table.facts.length);
  const values: (CelValue | undefined)[] = new Array(table.facts.length);
  const sharedFacts = new Map<AnyFact<Subject>, Fact<unknown>>();
  let deriving = "";
  let until = Number.POSITIVE_INFINITY;
  const note: Note | undefined =
    sink === undefined ? undefined : (path, seen) => sink(deriving, path, seen);

  function derive(declaration: AnyFact<Subject>): Fact<unknown> {
    const asking = deriving;
    deriving = declaration.name;
    const fact: Fact<unknown> = declaration.derive(subject, read, note);
    deriving = asking;
    if (fact.state === "value" && fact.untilSeconds !== undefined) {
      until = Math.min(until, fact.untilSeconds);
    }
    return fact;
  }
  function factNumbered(slot: number): AnyFact<Subject> {
    const declaration = table.facts[slot];
    if (declaration === undefined) throw new RangeError(`no fact has slot ${slot}`);
    return declaration;
  }
  /** A fact outside the table is shared by the facts that use it and never seen by a policy. */
  function shared(declaration: AnyFact<Subject>): Fact<unknown> {
    const earlier = sharedFacts.get(declaration);
    if (earlier !== undefined) return earlier;
    const fact = derive(declaration);
    sharedFacts.set(declaration, fact);
    return fact;
  }
  function factAt(slot: number): Fact<unknown> {
    const earlier = facts[slot];
    if (earlier !== undefined) return earlier;
    const fact = derive(factNumbered(slot));
    facts[slot] = fact;
    return fact;
  }
  function read<T>(declaration: AnyFact<Subject>): Fact<T> {
    const slot = table.slots.get(declaration);
    const fact = slot === undefined ? shared(declaration) : factAt(slot);
    // biome-ignore lint/nursery/noUnsafeTypeAssertion: the memo holds what this very declaration derived
    return fact as Fact<T>;
  }
  function valueAt(slot: number): CelValue {
    const earlier = values[slot];
    if (earlier !== undefined) return earlier;
    const value = celValueOf(factNumbered(slot), factAt(slot));
    values[slot] = value;
    return value;
  }
  return { subject, read, factAt, valueAt, untilSeconds: () => until };
}

function celValueOf<Subject>(declaration: AnyFact<Subject>, fact: Fact<unknown>): CelValue {
  if (fact.state === "value") return declaration.type.toCel(fact.value);
  if (fact.state === "absent") return null;
  const cause: FactCause = { name: declaration.name, reasons: fact.reasons };
  const oneOf = fact.oneOf?.map((value) => (value === null ? null : declaration.type.toCel(value)));
  const present = fact.present === true || !declaration.mayBeAbsent;
  return new Unknown([cause], {
    present,
    ...closedDomain(oneOf, declaration.type.cel, present),
    ...(fact.atLeast === undefined ? {} : { atLeast: fact.atLeast }),
  });
}

/** All values that remain possible, where they can be counted: a closed list of words, or true and false. */
function closedDomain(
  oneOf: readonly CelValue[] | undefined,
  type: CelType,
  present: boolean,
): { readonly oneOf?: readonly CelValue[] } {
  if (oneOf !== undefined) return { oneOf };
  const values =
    type.kind === "enum" ? type.values : type.kind === "bool" ? [true, false] : undefined;
  if (values === undefined) return {};
  return { oneOf: present ? values : [...values, null] };
}
