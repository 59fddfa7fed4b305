import type { Decision } from "../engine/decision.ts";

/** What the process ends with. Scripts rely on the numbers. */
export const EXIT = {
  ok: 0,
  /** The intent is denied. */
  denied: 1,
  /** Wrong usage or input, or an output that could not be written. */
  badInput: 2,
  /** The evidence does not decide it, or a rule is in error. */
  indeterminate: 3,
  /** Nothing was judged. */
  vacuous: 4,
  /** A warrant stands, but its next phase may not be carried out now. */
  paused: 5,
  /** All that a warrant was for is done. */
  done: 6,
} as const;

export type ExitCode = (typeof EXIT)[keyof typeof EXIT];

/** Most pressing first. */
const precedence: readonly ExitCode[] = [
  EXIT.badInput,
  EXIT.denied,
  EXIT.indeterminate,
  EXIT.vacuous,
  EXIT.ok,
];

/** The one code that stands for several. */
export function mostPressing(codes: readonly ExitCode[]): ExitCode {
  return precedence.find((code) => codes.includes(code)) ?? EXIT.ok;
}

/** The verdict of a decision that judged nothing says nothing, so it does not count. */
export function exitCodeOf({ verdict, vacuous }: Pick<Decision, "verdict" | "vacuous">): ExitCode {
  if (vacuous) return EXIT.vacuous;
  if (verdict === "deny") return EXIT.denied;
  return verdict === "allow" ? EXIT.ok : EXIT.indeterminate;
}
