/** Longest name that suggestions are sought for, in UTF-16 code units; a longer one is no typing mistake. */
const NAME_LENGTH_MAX = 64;

/** The known name that is closest to a mistyped one, if any is close enough to be meant. */
export function suggest(name: string, known: Iterable<string>): string | undefined {
  if (name.length > NAME_LENGTH_MAX) return undefined;
  const farthest = Math.max(1, Math.floor(name.length / 3));
  let best: string | undefined;
  let bestDistance = farthest + 1;
  for (const candidate of known) {
    if (Math.abs(candidate.length - name.length) > farthest) continue;
    const distance = editDistance(name.toLowerCase(), candidate.toLowerCase());
    if (distance < bestDistance) {
      best = candidate;
      bestDistance = distance;
    }
  }
  return best;
}

/** Help text for a mistyped name: what may be meant, or else what there is to choose from. */
export function didYouMean(name: string, known: readonly string[]): string | undefined {
  const best = suggest(name, known);
  if (best !== undefined) return `did you mean \`${best}\`?`;
  if (known.length === 0 || known.length > 12) return undefined;
  return `one of ${known.map((each) => `\`${each}\``).join(", ")}`;
}

/** Edits (insert, delete, replace) that turn one text into the other. */
function editDistance(a: string, b: string): number {
  let previous = Array.from({ length: b.length + 1 }, (_, column) => column);
  for (let row = 0; row < a.length; row++) {
    const current = [row + 1];
    for (let column = 0; column < b.length; column++) {
      const replaced = (previous[column] ?? 0) + (a[row] === b[column] ? 0 : 1);
      const shifted = Math.min(previous[column + 1] ?? 0, current[column] ?? 0) + 1;
      current.push(Math.min(replaced, shifted));
    }
    previous = current;
  }
  return previous[b.length] ?? 0;
}
