import { describe, expect, it } from "vitest";
import type { Decision } from "../../src/engine/decision.ts";
import type { SubjectKind } from "../../src/engine/facts/subject.ts";
import type {
  Enforcement,
  GateState,
  Intent,
  Obligation,
  ParamValue,
  Severity,
} from "../../src/engine/policy.ts";
import type { DecisionDocument } from "../../src/generated/decision-types.ts";
import type { PolicyBindingDocument } from "../../src/generated/policy-binding-types.ts";
import type {
  Intent as AuthoredIntent,
  Outcome as AuthoredOutcome,
  Rule as AuthoredRule,
  PolicyDocument,
} from "../../src/generated/policy-types.ts";
import type { DeepReadonly, JsonValue } from "../../src/input/json-value.ts";

// The compiler holds the types of the code against those of the schemas: `npm run typecheck` fails where they differ.
// Assigning one to the other would not show an optional field that only one of them has; this does.

type Same<A, B> =
  (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;

/** A type with every name resolved; any JSON is any JSON, however it is written. */
type Plain<T> = [JsonValue] extends [T]
  ? "json"
  : T extends readonly (infer Element)[]
    ? readonly Plain<Element>[]
    : T extends object
      ? { readonly [Key in keyof T]: Plain<T[Key]> }
      : T;

type Written = Plain<DeepReadonly<DecisionDocument>>;

const same = {
  decision: true satisfies Same<Plain<Decision>, Written>,
  intent: true satisfies Same<Intent, AuthoredIntent>,
  subject: true satisfies Same<SubjectKind, PolicyDocument["spec"]["subject"]>,
  severity: true satisfies Same<Severity, NonNullable<AuthoredRule["severity"]>>,
  enforcement: true satisfies Same<Enforcement, NonNullable<AuthoredRule["enforcement"]>>,
  boundEnforcement: true satisfies Same<
    Enforcement,
    NonNullable<PolicyBindingDocument["spec"]["rules"]>[number]["enforcement"]
  >,
  state: true satisfies Same<GateState, NonNullable<AuthoredOutcome["state"]>>,
  obligation: true satisfies Same<Obligation, NonNullable<AuthoredOutcome["obligations"]>[number]>,
  param: true satisfies Same<
    ParamValue,
    NonNullable<PolicyBindingDocument["spec"]["params"]>[string]
  >,
};

type Node = Decision["nodes"][number];
type WithNode<Added> = Omit<Decision, "nodes"> & { readonly nodes: readonly (Node & Added)[] };
type Findings = Omit<Decision, "findings"> & {
  readonly findings: readonly Omit<Decision["findings"][number], "remediation">[];
};

const different = {
  // @ts-expect-error a field that only the code has
  added: true satisfies Same<Plain<Decision & { readonly extra: string }>, Written>,
  // @ts-expect-error one that may be left out
  optional: true satisfies Same<Plain<Decision & { readonly extra?: string }>, Written>,
  // @ts-expect-error one further down
  deep: true satisfies Same<Plain<WithNode<{ readonly extra?: string }>>, Written>,
  // @ts-expect-error an optional field that only the schema has
  removed: true satisfies Same<Plain<Omit<Decision, "until">>, Written>,
  // @ts-expect-error one further down
  removedDeep: true satisfies Same<Plain<Findings>, Written>,
  // @ts-expect-error a field of another type
  narrowed: true satisfies Same<
    Plain<Omit<Decision, "vacuous"> & { readonly vacuous: true }>,
    Written
  >,
};

describe("types of the code and of the schemas", () => {
  it("are compared by the compiler; none is left out here", () => {
    expect(new Set(Object.values({ ...same, ...different }))).toEqual(new Set([true]));
    expect([Object.keys(same).length, Object.keys(different).length]).toEqual([9, 6]);
  });
});
