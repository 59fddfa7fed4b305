// node-decision.md, "Obligations".

export const OBLIGATIONS = ["patch", "restart", "reboot", "verify", "reassert"] as const;
export type Obligation = (typeof OBLIGATIONS)[number];

/** From the least to the most. */
const ACTIONS = [
  "none",
  "reassert",
  "patch",
  "verify",
  "restart",
  "reboot",
  "wait",
  "blocked",
] as const;
export type Action = (typeof ACTIONS)[number];

/** What one row of a table asks of a node. */
export interface Outcome {
  readonly obligations: readonly Obligation[];
  readonly hold?: "wait" | "refused";
  /** Patched first where the config is not known to be right; no part of what is to be done (decision 0004). */
  readonly patchesFirst?: true;
  readonly reasons: readonly string[];
}

export const toDo = (...obligations: readonly Obligation[]): Pick<Outcome, "obligations"> => ({
  obligations,
});

/** Same text: the same to do, whatever the reason. */
export function whatToDo({ obligations, hold }: Outcome): string {
  if (hold === "refused") return "refused";
  return [hold ?? "", ...inOrder(obligations)].join(" ");
}

/** In the order of carrying out; "reboot or restart": the first does what the second would. */
export function inOrder(obligations: readonly Obligation[]): readonly Obligation[] {
  const isRebooted = obligations.includes("reboot");
  return OBLIGATIONS.filter(
    (each) => obligations.includes(each) && !(isRebooted && each === "restart"),
  );
}

/** unknowns.md §8: the union; reasons are those of the costliest. */
export function union(one: Outcome, other: Outcome): Outcome {
  const hold = [one.hold, other.hold].includes("refused")
    ? "refused"
    : [one.hold, other.hold].includes("wait")
      ? "wait"
      : undefined;
  const [a, b] = [rank(one), rank(other)];
  return {
    obligations: inOrder([...one.obligations, ...other.obligations]),
    ...(hold === undefined ? {} : { hold }),
    ...(one.patchesFirst === true || other.patchesFirst === true ? { patchesFirst: true } : {}),
    reasons: [...(a >= b ? one.reasons : []), ...(b >= a ? other.reasons : [])],
  };
}

function rank(outcome: Outcome): number {
  return ACTIONS.indexOf(actionOf(outcome));
}

export function actionOf({ obligations, hold, patchesFirst }: Outcome): Action {
  if (hold !== undefined) return hold === "refused" ? "blocked" : "wait";
  const asked: readonly Obligation[] = [
    ...(patchesFirst === true ? (["patch"] as const) : []),
    ...obligations,
  ];
  return ACTIONS.findLast((action) => asked.some((each) => each === action)) ?? "none";
}
