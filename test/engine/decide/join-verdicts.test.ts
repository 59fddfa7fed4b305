import { describe, expect, it } from "vitest";
import { joinContributions, verdictOf } from "../../../src/engine/decide/join-verdicts.ts";
import type { Verdict } from "../../../src/engine/decision.ts";

const rank = { allow: 0, indeterminate: 1, deny: 2 } as const;
const sets: readonly ReadonlySet<Verdict>[] = [
  ["allow"],
  ["indeterminate"],
  ["deny"],
  ["allow", "indeterminate"],
  ["allow", "deny"],
  ["indeterminate", "deny"],
  ["allow", "indeterminate", "deny"],
].map((each) => new Set(each as Verdict[]));

describe("joinContributions", () => {
  it.each<{ a: Verdict[]; b: Verdict[]; verdict: Verdict; why: string }>([
    { a: ["allow"], b: ["allow"], verdict: "allow", why: "nobody objects" },
    {
      a: ["deny"],
      b: ["allow", "deny"],
      verdict: "deny",
      why: "a certain denial stands though others are open",
    },
    { a: ["allow", "deny"], b: ["allow"], verdict: "indeterminate", why: "one may still deny" },
    {
      a: ["indeterminate"],
      b: ["allow"],
      verdict: "indeterminate",
      why: "an undecided node allows nothing",
    },
    {
      a: ["allow", "deny"],
      b: ["allow", "deny"],
      verdict: "indeterminate",
      why: "two open questions are no answer",
    },
  ])("$a and $b give $verdict: $why", ({ a, b, verdict }) => {
    expect(verdictOf(joinContributions(new Set(a), new Set(b)))).toBe(verdict);
  });

  it("is what the worst of every pair of ways gives, for all sets", () => {
    for (const a of sets) {
      for (const b of sets) {
        const pairs = [...a].flatMap((x) => [...b].map((y) => (rank[x] >= rank[y] ? x : y)));
        expect([...joinContributions(a, b)].sort()).toEqual([...new Set(pairs)].sort());
      }
    }
  });
});
