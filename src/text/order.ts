/**
 * Orders texts by code points: negative, zero or positive. UTF-16 order is the same but for surrogates, which
 * stand for more than U+E000 to U+FFFF do.
 */
export function compareByCodePoints(a: string, b: string): number {
  const length = Math.min(a.length, b.length);
  for (let index = 0; index < length; index++) {
    const unitA = a.charCodeAt(index);
    const unitB = b.charCodeAt(index);
    if (unitA !== unitB) return rankOf(unitA) - rankOf(unitB);
  }
  return a.length - b.length;
}

function rankOf(unit: number): number {
  return unit >= 0xd800 && unit <= 0xdfff ? unit + 0x10000 : unit;
}

/** Orders bytes by the first that differs; what is the beginning of the other comes first. */
export function compareBytes(a: Uint8Array, b: Uint8Array): number {
  const index = a.findIndex((byte, at) => byte !== b[at]);
  return index === -1 || index >= b.length
    ? a.length - b.length
    : (a[index] ?? 0) - (b[index] ?? 0);
}
