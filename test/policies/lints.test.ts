import { describe, expect, it } from "vitest";
import { readDocuments } from "../../src/input/read-documents.ts";
import { compilePolicySet } from "../../src/policies/compile-policy-set.ts";

const text = `apiVersion: fleetwarrant.dev/v1alpha1
kind: Policy
metadata: {name: p}
spec:
  subject: step
  mode: all
  variables:
    - {name: unused, expression: step.suppressed}
  rules:
    - {name: failed, condition: step.outcome == "failure", outcome: {reason: StepFailed}}
`;

describe("what is well-formed and pointless", () => {
  it("is refused unless asked not to", () => {
    const read = readDocuments({ file: "p", text });
    if (!read.ok) throw new Error("the policy does not parse");
    expect(compilePolicySet(read.value, [])).toMatchObject({
      ok: false,
      problems: [{ code: "POLICY_UNUSED" }],
    });
    expect(compilePolicySet(read.value, [], { lints: false })).toMatchObject({ ok: true });
  });
});
