import type { Possible } from "./possible.ts";

// unknowns.md §9: what subjects contribute to the verdict of an intent, and how contributions join.

export type Contribution = "allow" | "indeterminate" | "deny";

const order: readonly Contribution[] = ["allow", "indeterminate", "deny"];

/** One that is certain stands for itself; of an open one the worst and the best are possible. */
export function join(contributions: readonly Possible<Contribution>[]): Contribution {
  const ranks = contributions.map((possible) => possible.map((each) => order.indexOf(each)));
  const best = Math.max(0, ...ranks.map((possible) => Math.min(...possible)));
  const worst = Math.max(0, ...ranks.map((possible) => Math.max(...possible)));
  return best === worst ? (order[best] ?? "indeterminate") : "indeterminate";
}
