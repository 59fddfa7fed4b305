import type { UnknownBounds, UnknownFact, UnknownReason, ValueFact } from "./fact.ts";

/**
 * Something that is there by its nature: its value, or why it is not known. An unknown one that lists what
 * remains possible says so by its second type; without, it passes for an unknown of any type.
 */
export type Known<T, Possible = never> = ValueFact<T> | UnknownFact<Possible>;

export function unknownFor<T = never>(
  reasons: readonly UnknownReason[],
  bounds: UnknownBounds<T> = {},
): UnknownFact<T> {
  return { state: "unknown", reasons, ...bounds };
}

/** The reasons in their order, each once. */
export function eachOnce(reasons: readonly UnknownReason[]): readonly UnknownReason[] {
  if (reasons.length < 2) return reasons;
  const byText = new Map<string, UnknownReason>();
  for (const reason of reasons) {
    const text = `${reason.code} ${reason.detail}`;
    if (!byText.has(text)) byText.set(text, reason);
  }
  return [...byText.values()];
}

/** The reasons of all that is unknown among `facts`, each once, in order. */
export function reasonsOf(
  facts: Iterable<{ readonly state: string; readonly reasons?: readonly UnknownReason[] }>,
): readonly UnknownReason[] {
  const reasons: UnknownReason[] = [];
  for (const fact of facts) reasons.push(...(fact.reasons ?? []));
  return eachOnce(reasons);
}
