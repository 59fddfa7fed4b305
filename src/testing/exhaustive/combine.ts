/** Every way to pick one item of each list, in the order of the lists. */
export function* picks<Item>(lists: readonly (readonly Item[])[]): Generator<readonly Item[]> {
  const [first, ...rest] = lists;
  if (first === undefined) {
    yield [];
    return;
  }
  for (const item of first) {
    for (const others of picks(rest)) yield [item, ...others];
  }
}

/** Every way to give `count` alike things one of the items each: which thing has which makes no difference. */
export function* multisets<Item>(
  items: readonly Item[],
  count: number,
  from = 0,
): Generator<readonly Item[]> {
  if (count === 0) {
    yield [];
    return;
  }
  for (let at = from; at < items.length; at += 1) {
    const item = items[at];
    if (item === undefined) continue;
    for (const others of multisets(items, count - 1, at)) yield [item, ...others];
  }
}

/** Every row of up to `length` items, shorter ones first under the same beginning. */
export function* sequences<Item>(
  items: readonly Item[],
  length: number,
): Generator<readonly Item[]> {
  yield [];
  if (length === 0) return;
  for (const item of items) {
    for (const rest of sequences(items, length - 1)) yield [item, ...rest];
  }
}
