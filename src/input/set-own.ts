/** Sets a key of a plain object. `__proto__` becomes a key like any other, which assigning to it would not make. */
export function setOwn<T>(target: Record<string, T>, key: string, value: T): void {
  if (key === "__proto__") {
    const descriptor = { value, enumerable: true, configurable: true, writable: true };
    Object.defineProperty(target, key, descriptor);
  } else {
    target[key] = value;
  }
}
