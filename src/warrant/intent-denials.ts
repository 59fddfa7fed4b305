import type { Decision } from "../engine/decision.ts";
import { type Intent, isDisruptive, type Obligation } from "../engine/policy.ts";

/** Something that keeps a phase from being carried out now, though the warrant is good. */
export interface Hindrance {
  readonly guard: string;
  readonly because: "seen" | "unknown";
  readonly message: string;
  /** What would take it away, where that is known. */
  readonly meets?: string;
}

/**
 * What a policy says against the intent that a step comes under, `reboot` or `heal`: findings and gates. Guards of the
 * plan and the nodes' own decisions are told elsewhere.
 */
export function speaksAgainst(
  { findings, gates }: Decision,
  obligations: readonly Obligation[],
): readonly Hindrance[] {
  const intent: Intent = isDisruptive(obligations) ? "reboot" : "heal";
  const guard = "IntentDenied";
  const fromFindings = findings
    .filter(({ enforcement, denies }) => enforcement === "deny" && denies.includes(intent))
    .map(({ policy, rule, outcome, message }): Hindrance => {
      const name = `${policy}/${rule}`;
      return outcome === "fail"
        ? { guard, because: "seen", message: `${name} denies ${intent}: ${message}` }
        : {
            guard,
            because: "unknown",
            message: `not known whether ${name} denies ${intent}: ${message}`,
          };
    });
  const fromGates = gates
    .filter(({ denies }) => denies.includes(intent))
    .map(
      ({ name, state }): Hindrance => ({
        guard,
        because: "seen",
        message: `the gate ${name}, ${state}, denies ${intent}`,
      }),
    );
  return [...fromFindings, ...fromGates].sort(
    (a, b) => Number(a.because === "unknown") - Number(b.because === "unknown"),
  );
}
