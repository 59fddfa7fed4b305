/** What of a guard says whether the plan itself will meet it. */
interface Unmet {
  readonly guard: string;
  readonly because: "seen" | "unknown";
  readonly metBy?: string;
}

/** The first guard that nothing in the plan itself will meet: where the plan stops if nothing changes. */
export function firstUnmet<Guard extends Unmet>(
  steps: readonly { readonly node: string; readonly unmet: readonly Guard[] }[],
): (Pick<Guard, "guard" | "because"> & { readonly node: string }) | undefined {
  for (const { node, unmet } of steps) {
    const biting = unmet.find(({ metBy }) => metBy === undefined);
    if (biting !== undefined) return { node, guard: biting.guard, because: biting.because };
  }
  return undefined;
}
