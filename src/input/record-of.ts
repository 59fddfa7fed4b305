/** A record with a value for each key, in the keys' order. */
export function recordOf<Key extends string, Value>(
  keys: readonly Key[],
  valueFor: (key: Key) => Value,
): Record<Key, Value> {
  // biome-ignore lint/nursery/noUnsafeTypeAssertion: `Object.fromEntries` forgets that every key is there
  return Object.fromEntries(keys.map((key) => [key, valueFor(key)])) as Record<Key, Value>;
}
