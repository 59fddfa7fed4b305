import {
  createFactReader,
  createFactTable,
  type FactReader,
  type FactTable,
} from "../fact-table.ts";
import type { FactSource, NodeCredentialSubject } from "../subject.ts";
import { nodeCredentialFacts } from "./node-credential-facts.ts";

export const nodeCredentialTable: FactTable<NodeCredentialSubject> =
  createFactTable(nodeCredentialFacts);

/** The facts of one node and credential: one reader an evaluation, whoever asks. */
export function nodeCredentialReader(
  subject: NodeCredentialSubject,
): FactReader<NodeCredentialSubject> {
  const readers = subject.source.once(createReaders);
  const key = `${subject.credential.name} ${subject.nodeKey}`;
  const earlier = readers.get(key);
  if (earlier !== undefined) return earlier;
  const reader = createFactReader(nodeCredentialTable, subject);
  readers.set(key, reader);
  return reader;
}

function createReaders(_source: FactSource): Map<string, FactReader<NodeCredentialSubject>> {
  return new Map();
}
