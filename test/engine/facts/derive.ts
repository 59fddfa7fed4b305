import { createFactSource } from "../../../src/engine/fact-source.ts";
import type { AnyFact, Fact, FactDeclaration, ReadFact } from "../../../src/engine/facts/fact.ts";
import { createFactReader, createFactTable } from "../../../src/engine/facts/fact-table.ts";
import type { FactSource } from "../../../src/engine/facts/subject.ts";
import { formatPointer } from "../../../src/input/json-pointer.ts";
import type { JsonValue } from "../../../src/input/json-value.ts";
import type { Profile } from "../../../src/profile/profile.ts";
import type { Snapshot } from "../../../src/snapshot/snapshot.ts";
import { parseTimestamp, type Timestamp } from "../../../src/time/time.ts";

/** Throws on a text that is no instant, so that a typing mistake cannot turn into another case. */
export function instant(text: string): Timestamp {
  const timestamp = parseTimestamp(text);
  if (timestamp === undefined) throw new Error(`no instant: ${text}`);
  return timestamp;
}

/** A source with these parts of a snapshot and of a profile's spec, and nothing else. */
export function sourceOf(
  parts: Partial<Snapshot>,
  spec: Profile["spec"] = {},
  at = "2026-08-06T12:00:00Z",
): FactSource {
  const snapshot: Snapshot = {
    apiVersion: "fleetwarrant.dev/v1alpha1",
    kind: "Snapshot",
    takenAt: at,
    objects: {},
    coverage: [],
    ...parts,
  };
  const profile: Profile = {
    apiVersion: "fleetwarrant.dev/v1alpha1",
    kind: "Profile",
    metadata: { name: "test" },
    spec,
  };
  return createFactSource(snapshot, profile);
}

/** Gives facts of one subject, each worked out at most once. */
export function readerOf<Subject>(subject: Subject): ReadFact<Subject> {
  const facts = new Map<unknown, Fact<unknown>>();
  const read = (declaration: FactDeclaration<Subject, unknown>): Fact<unknown> => {
    const fact =
      facts.get(declaration) ?? declaration.derive(subject, read as ReadFact<Subject>, undefined);
    facts.set(declaration, fact);
    return fact;
  };
  return read as ReadFact<Subject>;
}

export function derive<Subject, T>(
  declaration: Pick<FactDeclaration<Subject, T>, "derive">,
  subject: Subject,
): Fact<T> {
  return declaration.derive(subject, readerOf(subject), undefined);
}

/** The facts of a table by name, in its order. */
export function deriveAll<Subject>(
  facts: readonly AnyFact<Subject>[],
  subject: Subject,
): ReadonlyMap<string, Fact<unknown>> {
  const { factAt } = createFactReader(createFactTable(facts), subject);
  return new Map(facts.map(({ name }, slot) => [name, factAt(slot)]));
}

/** The reasons of an unknown fact; of any other its state. */
export function codesOf(fact: Fact<unknown>): readonly string[] {
  return fact.state === "unknown" ? fact.reasons.map(({ code }) => code) : [fact.state];
}

/** What the fact rests on: pointers into the snapshot, with what was seen there. */
export function evidenceOf<Subject, T>(
  declaration: FactDeclaration<Subject, T>,
  subject: Subject,
): readonly (readonly [string, JsonValue])[] {
  const seen: (readonly [string, JsonValue])[] = [];
  declaration.derive(subject, readerOf(subject), (path, value) => {
    seen.push([formatPointer(path), value]);
  });
  return seen;
}
