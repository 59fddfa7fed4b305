import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Program } from "../../src/cel/expression.ts";
import type { CelValue } from "../../src/cel/value.ts";
import { type Condition, evaluateCondition } from "../../src/engine/rules/condition.ts";
import { program } from "./laws/conditions.ts";
import { causes, completionsOf, type Gaps, gaps, refinementsOf, valuesOf } from "./laws/worlds.ts";
import { lettersOf } from "./support.ts";

// The laws of unknowns.md: a condition is judged with gaps, and on every world that the gaps allow.

function judge(compiled: Program, values: readonly CelValue[]): Condition {
  return evaluateCondition(compiled, { at: (slot) => values[slot] ?? null });
}

/** Ways to learn a variable that a result does not blame. */
function unblamed(state: Gaps, { causes: blamed }: Condition): Gaps[] {
  return state.scalars.flatMap((values, slot) => {
    const from = causes[slot];
    if (values.length === 1 || (from !== undefined && blamed.includes(from))) return [];
    return values.map((value) => ({ ...state, scalars: state.scalars.with(slot, [value]) }));
  });
}

const runs = { numRuns: Number(process.env.PROPERTY_RUNS ?? 300) };
const timeoutMs = 3_600_000;

describe("conditions with gaps", () => {
  it(
    "cover every completion, and are decided only as all of them are",
    () => {
      fc.assert(
        fc.property(program, gaps, (compiled, state) => {
          const { may } = judge(compiled, valuesOf(state));
          for (const world of completionsOf(state, compiled.slots)) {
            const plain = judge(compiled, world).may;
            if ((may & plain) !== 0 && (plain & (plain - 1)) === 0) continue;
            const shown = `${compiled.text} on ${JSON.stringify(world)}`;
            expect(lettersOf(plain), shown).toMatch(/^[TFE]$/);
            expect(lettersOf(may), shown).toContain(lettersOf(plain));
          }
        }),
        runs,
      );
    },
    timeoutMs,
  );

  it(
    "only shrink by learning, in results and in causes",
    () => {
      fc.assert(
        fc.property(program, gaps, (compiled, state) => {
          const before = judge(compiled, valuesOf(state));
          for (const learnt of refinementsOf(state)) {
            const after = judge(compiled, valuesOf(learnt));
            const more = after.causes.filter((each) => !before.causes.includes(each));
            if ((after.may & ~before.may) === 0 && more.length === 0) continue;
            const shown = `${compiled.text} with ${JSON.stringify(learnt)}`;
            expect(lettersOf(after.may & ~before.may), shown).toBe("");
            expect(more, shown).toEqual([]);
          }
        }),
        runs,
      );
    },
    timeoutMs,
  );

  it(
    "do not change by learning what they do not blame",
    () => {
      fc.assert(
        fc.property(program, gaps, (compiled, state) => {
          const before = judge(compiled, valuesOf(state));
          for (const learnt of unblamed(state, before)) {
            const after = judge(compiled, valuesOf(learnt));
            if (after.may === before.may) continue;
            const shown = `${compiled.text} with ${JSON.stringify(learnt)}`;
            expect(lettersOf(after.may), shown).toBe(lettersOf(before.may));
          }
        }),
        runs,
      );
    },
    timeoutMs,
  );

  it("are often undecided, and often decided in spite of gaps", () => {
    const counts = { open: 0, decided: 0 };
    fc.assert(
      fc.property(program, gaps, (compiled, state) => {
        const values = valuesOf(state);
        const hasGap = compiled.slots.some((slot) => typeof values[slot] === "object");
        const { may } = judge(compiled, values);
        if ((may & (may - 1)) !== 0) counts.open++;
        else if (hasGap) counts.decided++;
      }),
      { numRuns: 500, seed: 1 },
    );
    expect(counts.open).toBeGreaterThan(100);
    expect(counts.decided).toBeGreaterThan(50);
  });
});
