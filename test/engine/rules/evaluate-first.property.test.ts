import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { isDisruptive } from "../../../src/engine/policy.ts";
import { isSameToDo } from "../../../src/engine/rules/same-to-do.ts";
import {
  completionsOf,
  hide,
  hidings,
  outcomeOf,
  policies,
  search,
  states,
  variables,
} from "./small-policies.ts";

// Goal: the laws of docs/unknowns.md for whole policies. Method: small random policies over closed facts; some
// facts hidden; the partial result is held against plain first match on every completion.

// `POLICY_RUNS=200000 npx vitest run test/engine/rules` is the long run.
const runs = Number(process.env.POLICY_RUNS ?? 3000);
const timeoutMs = 3_600_000;

describe("evaluateFirst", { timeout: timeoutMs }, () => {
  it("covers what any completion gives, and decides only what every completion gives", () => {
    let open = 0;
    let decidedThoughHidden = 0;
    fc.assert(
      fc.property(policies, states, hidings, (policy, state, hidden) => {
        const partial = search(policy, hide(state, hidden));
        const whole = completionsOf(state, hidden).map((each) => outcomeOf(search(policy, each)));
        for (const outcome of whole) {
          expect(
            partial.possible.some(
              (way) => way.outcome !== undefined && isSameToDo(way.outcome, outcome),
            ),
          ).toBe(true);
        }
        const { decided } = partial;
        if (decided?.outcome !== undefined) {
          const { outcome } = decided;
          expect(whole.every((other) => isSameToDo(other, outcome))).toBe(true);
          if (partial.missing.length > 0) decidedThoughHidden += 1;
        } else open += 1;
      }),
      { numRuns: runs },
    );
    // Both kinds must have come up, or nothing was shown.
    expect(open).toBeGreaterThan(runs / 30);
    expect(decidedThoughHidden).toBeGreaterThan(runs / 150);
  });

  it("only narrows by learning: what was impossible stays so, and what was decided stays the same", () => {
    fc.assert(
      fc.property(
        policies,
        states,
        hidings,
        fc.nat({ max: 2 }),
        (policy, state, hidden, learned) => {
          const before = search(policy, hide(state, hidden));
          const after = search(
            policy,
            hide(
              state,
              hidden.map((each, slot) => each && slot !== learned),
            ),
          );
          for (const way of after.possible) {
            expect(before.possible.some(({ rule }) => rule.name === way.rule.name)).toBe(true);
          }
          if (before.decided?.outcome === undefined) return;
          expect(after.decided?.outcome).toBeDefined();
          expect(isSameToDo(before.decided.outcome, outcomeOf(after))).toBe(true);
        },
      ),
      { numRuns: runs },
    );
  });

  it("blames only what matters: learning anything else changes nothing", () => {
    fc.assert(
      fc.property(policies, states, hidings, (policy, state, hidden) => {
        const before = search(policy, hide(state, hidden));
        const blamed = new Set(before.missing.map(({ name }) => name));
        const needless = hidden.map(
          (each, slot) => each && blamed.has(variables[slot]?.name ?? ""),
        );
        const after = search(policy, hide(state, needless));
        expect(after.possible.map(({ rule }) => rule.name)).toEqual(
          before.possible.map(({ rule }) => rule.name),
        );
      }),
      { numRuns: runs },
    );
  });

  it("never decides a reboot by an otherwise or by rules that each may not hold", () => {
    fc.assert(
      fc.property(policies, states, hidings, (policy, state, hidden) => {
        const { decided } = search(policy, hide(state, hidden));
        if (decided?.outcome === undefined || !isDisruptive(decided.outcome.obligations ?? []))
          return;
        const condition = decided.rule.condition.evaluate({
          at: (slot) => hide(state, hidden)[slot] ?? null,
        });
        expect(condition).toBe(true);
      }),
      { numRuns: runs },
    );
  });
});
