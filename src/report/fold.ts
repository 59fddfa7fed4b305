import { groupBy } from "../input/group-by.ts";
import { shortenList } from "../input/shorten-list.ts";

/** Things that are told in one go because they differ in name only. */
export interface Fold<Item> {
  readonly items: readonly Item[];
  readonly first: Item;
}

/** Puts items with equal keys together, in the order in which each key first came up. */
export function foldBy<Item>(
  items: readonly Item[],
  keyOf: (item: Item) => string,
): readonly Fold<Item>[] {
  return [...groupBy(items, keyOf).values()].map((group) => ({ items: group, first: group[0] }));
}

/** A sentence with the subject's own name taken out, so that sentences about different subjects can be compared. */
export function withoutName(text: string, name: string): string {
  if (name === "") return text;
  const escaped = name.replaceAll(/[\\^$.*+?()[\]{}|]/g, "\\$&");
  return text.replaceAll(new RegExp(`(?<![\\w.-])${escaped}(?![\\w-])`, "gu"), PLACEHOLDER);
}

/** Stands for the name of each subject of a fold. */
const PLACEHOLDER = "<name>";

/** Longer lists are cut: whoever needs the rest reads the JSON. */
const NAMES_LISTED_MAX = 50;

/** Names parted by commas; past a bound, how many more there are. */
export function namesText(names: readonly string[], separator = ", "): string {
  return shortenList(names, NAMES_LISTED_MAX, separator);
}
