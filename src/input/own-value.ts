/** The own value of a key; undefined for inherited names such as `constructor`, which data may well hold. */
export function ownValue<T>(record: Readonly<Record<string, T>>, key: string): T | undefined {
  return Object.hasOwn(record, key) ? record[key] : undefined;
}
