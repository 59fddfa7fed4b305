import { traversalCost } from "../../cel/code.ts";

/**
 * What looking for a part in a text costs beside the reading of both: in all, as in cel-go, a tenth for each unit of the text times a
 * tenth for each of the part, since engines compare the part at each place (some 20 seconds for 200,000 units in 400,000).
 */
export function searchCost(text: string, part: string): number {
  if (part.length > text.length) return 0;
  return traversalCost(text.length) * Math.max(traversalCost(part.length) - 1, 0);
}
