/** The first `max` names parted by a separator, and past those how many more there are. */
export function shortenList(names: readonly string[], max: number, separator = ", "): string {
  const shown = names.slice(0, max).join(separator);
  const more = names.length - max;
  return more > 0 ? `${shown} and ${more} more` : shown;
}
