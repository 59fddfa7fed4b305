import { describe, expect, it } from "vitest";
import { writeDecision } from "../../src/report/write-decision.ts";
import { decisionOf, heldGate, nodeOf } from "../support/decisions.ts";

describe("writeDecision", () => {
  it("writes sorted keys, two blanks a level, and a final newline", () => {
    const text = writeDecision(decisionOf({ gates: [heldGate], nodes: [nodeOf("a")] }));
    expect(text.startsWith('{\n  "apiVersion": "fleetwarrant.dev/v1alpha1",\n  "counts": {')).toBe(
      true,
    );
    expect(text.endsWith("}\n")).toBe(true);
  });

  it("is read back as what was written", () => {
    const decision = decisionOf({ gates: [heldGate], nodes: [nodeOf("a")] });
    expect(JSON.parse(writeDecision(decision))).toEqual(decision);
  });
});
