/**
 * Changes the item at a place, modulo the number of items: events name things by place, so that any event can
 * happen to any world.
 */
export function atPlace<T>(items: readonly T[], place: number, change: (item: T) => T): T[] {
  const found = place % Math.max(1, items.length);
  return items.map((item, at) => (at === found ? change(item) : item));
}
