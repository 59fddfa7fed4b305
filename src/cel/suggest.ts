import { nearest } from "../input/suggest.ts";

/** Help text for a mistyped name: what may be meant, or else what there is to choose from. */
export function didYouMean(name: string, known: readonly string[]): string | undefined {
  const best = nearest(name, known);
  if (best !== undefined) return `did you mean \`${best}\`?`;
  if (known.length === 0 || known.length > 12) return undefined;
  return `one of ${known.map((each) => `\`${each}\``).join(", ")}`;
}
