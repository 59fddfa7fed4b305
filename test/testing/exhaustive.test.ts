import { describe, expect, it } from "vitest";
import { multisets, picks, sequences } from "../../src/testing/exhaustive/combine.ts";
import { EVENTS } from "../../src/testing/exhaustive/events.ts";
import { scopesOf } from "../../src/testing/exhaustive/scopes.ts";
import { LAW_KEYS } from "../../src/testing/laws/law-of.ts";
import { renderVerification } from "../../src/testing/verify/render-verification.ts";
import { verifyExhaustively } from "../../src/testing/verify/verify-exhaustively.ts";
import { shippedPolicies } from "../support/shipped-policies.ts";
import { stormPolicies } from "./storm-policies.ts";

describe("what is gone through", () => {
  it("picks one of each list", () => {
    expect([...picks([["a", "b"], ["c"], ["d", "e"]])].map((each) => each.join(""))).toEqual([
      "acd",
      "ace",
      "bcd",
      "bce",
    ]);
    expect([...picks([["a"], []])]).toEqual([]);
  });

  it("gives alike things every mix, and none twice", () => {
    expect([...multisets(["a", "b", "c"], 2)].map((each) => each.join(""))).toEqual([
      "aa",
      "ab",
      "ac",
      "bb",
      "bc",
      "cc",
    ]);
    // (n + k - 1 over k)
    expect([...multisets([..."abcdefgh"], 3)]).toHaveLength(120);
  });

  it("has every row up to its length", () => {
    expect([...sequences(["a", "b"], 2)].map((each) => each.join(""))).toEqual([
      "",
      "a",
      "aa",
      "ab",
      "b",
      "ba",
      "bb",
    ]);
  });

  it("is the same each time, and nothing twice", () => {
    for (const { name, states, laws } of scopesOf(2)) {
      const firstOf = (): readonly string[] => {
        const texts: string[] = [];
        for (const state of states()) {
          texts.push(JSON.stringify({ ...state, world: { ...state.world, names: undefined } }));
          if (texts.length === 300) break;
        }
        return texts;
      };
      const texts = firstOf();
      expect(firstOf(), name).toEqual(texts);
      expect(
        laws.every((law) => LAW_KEYS.includes(law)),
        name,
      ).toBe(true);
    }
  });
});

describe("an exhaustive verification", () => {
  it("holds the shipped policies in every row of two events, and counts the states", () => {
    const verification = verifyExhaustively(shippedPolicies(), {
      depth: 2,
      scopes: ["rows"],
      laws: ["unchangedCredentialRebootsNothing"],
    });
    const rows = 1 + EVENTS.length + EVENTS.length ** 2;
    // Of two Talos versions under two profiles.
    expect(verification.scopes).toMatchObject([{ name: "rows of events", states: 4 * rows }]);
    expect(verification.laws[0]).toMatchObject({ runs: 4 * rows });
    expect(verification.laws[0]?.outcome).toBe("holds");
  });

  it("finds the first incident in the first states, and says in which", () => {
    const verification = verifyExhaustively(stormPolicies, {
      depth: 1,
      laws: ["unchangedCredentialRebootsNothing"],
      scopes: ["rows"],
    });
    expect(verification.laws[0]).toMatchObject({ outcome: "broken", runs: 1 });
    const text = renderVerification(verification, { width: 100, color: false });
    expect(text).toMatch(
      /The first counterexample \(rows of events 1\):\n +1\. {2}a fleet of worker-1/,
    );
  });

  it("tells each scope's start and its states", () => {
    const said: string[] = [];
    verifyExhaustively(shippedPolicies(), {
      depth: 0,
      scopes: ["rows"],
      onScope: (law, scope, states) => said.push(`${law} ${scope} ${states ?? "…"}`),
    });
    expect(said).toEqual([
      "unchangedCredentialRebootsNothing rows of events …",
      "unchangedCredentialRebootsNothing rows of events 4",
      "changedCredentialIsNeverWavedThrough rows of events …",
      "changedCredentialIsNeverWavedThrough rows of events 4",
    ]);
  });
});
