import type { Verdict } from "../decision.ts";

const rank: Readonly<Record<Verdict, number>> = { allow: 0, indeterminate: 1, deny: 2 };

/** What one subject may contribute to an intent: one verdict for each way that remains possible. */
export type Contribution = ReadonlySet<Verdict>;

export const allows: Contribution = new Set<Verdict>(["allow"]);
export const denies: Contribution = new Set<Verdict>(["deny"]);
export const indeterminate: Contribution = new Set<Verdict>(["indeterminate"]);
export const mayDeny: Contribution = new Set<Verdict>(["allow", "deny"]);

/** `{x ∈ A ∪ B : x ≥ max(min A, min B)}` in allow < indeterminate < deny (docs/unknowns.md §9). */
export function joinContributions(a: Contribution, b: Contribution): Contribution {
  if (a === b || a === allows) return b;
  if (b === allows) return a;
  const least = Math.max(leastOf(a), leastOf(b));
  return new Set([...a, ...b].filter((verdict) => rank[verdict] >= least));
}

function leastOf(contribution: Contribution): number {
  return Math.min(...[...contribution].map((verdict) => rank[verdict]));
}

/** Denied though others are open, allowed only if nothing is. */
export function verdictOf(contribution: Contribution): Verdict {
  const [only, ...others] = contribution;
  return only === undefined || others.length > 0 ? "indeterminate" : only;
}
