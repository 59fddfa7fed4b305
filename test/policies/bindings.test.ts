import { describe, expect, it } from "vitest";
import { compileFiles, inShort, problemsIn } from "../support/compile-text.ts";

const policies = `apiVersion: fleetwarrant.dev/v1alpha1
kind: Policy
metadata: {name: gates}
spec:
  subject: gate
  mode: first
  params:
    type: object
    properties:
      warnDays: {type: integer, minimum: 1, maximum: 30, default: 7}
      failDays: {type: integer, minimum: 1, maximum: 30, default: 14}
  paramValidations:
    - {expression: params.failDays >= params.warnDays, message: failDays is less than warnDays}
  rules:
    - name: expired
      condition: gate.ageDays != null && gate.ageDays >= params.failDays
      outcome: {state: expired, reason: FailAgeReached}
    - name: expiring
      condition: gate.ageDays != null && gate.ageDays >= params.warnDays
      outcome: {state: expiring, reason: WarnAgeReached}
  otherwise: {state: invalid, reason: NoRuleApplies}
---
apiVersion: fleetwarrant.dev/v1alpha1
kind: Policy
metadata: {name: steps}
spec:
  subject: step
  mode: all
  params:
    type: object
    properties:
      how: {enum: [softly, firmly], default: softly}
  rules:
    - name: failed
      condition: step.outcome == "failure" && params.how == "firmly"
      outcome: {reason: StepFailed, denies: [deploy]}
    - name: missing
      condition: step.outcome == null
      outcome: {reason: StepMissing, denies: [deploy]}
`;

const binding = (spec: string, name = "mine"): string => `apiVersion: fleetwarrant.dev/v1alpha1
kind: PolicyBinding
metadata: {name: ${name}}
spec: ${spec}
`;

function compile(bindings: string, settings: Parameters<typeof compileFiles>[1] = []) {
  return compileFiles({ p: policies, b: bindings }, settings);
}

function check(...bindings: readonly string[]): readonly string[] {
  return problemsIn({ p: policies, b: bindings.join("---\n") }).map(inShort);
}

function paramOf({ policies: all }: ReturnType<typeof compile>, name: string) {
  const policy = all.find(({ paramNames }) => paramNames.includes(name));
  return policy?.paramValues[policy.paramNames.indexOf(name)];
}

function enforcementOf({ policies: all }: ReturnType<typeof compile>, name: string) {
  return all.flatMap(({ rules }) => rules).find((rule) => rule.name === name)?.enforcement;
}

describe("a binding", () => {
  it("sets params, which the command line wins over", () => {
    const set = binding("{policyName: gates, params: {failDays: 21}}");
    expect(paramOf(compile(set), "failDays")).toBe(21);
    expect(paramOf(compile(set), "warnDays")).toBe(7);
    expect(paramOf(compile(set, [{ name: "failDays", value: "9" }]), "failDays")).toBe(9);
    expect(paramOf(compile(set, [{ name: "gates.failDays", value: "9" }]), "failDays")).toBe(9);
  });

  it("sets how findings are enforced, one by one", () => {
    const set = compile(
      binding("{policyName: steps, rules: [{name: missing, enforcement: audit}]}"),
    );
    expect(enforcementOf(set, "missing")).toBe("audit");
    expect(enforcementOf(set, "failed")).toBe("deny");
  });

  it("changes the digest of the policies where it changes what they say, and only there", () => {
    const { digest } = compileFiles({ p: policies });
    const digestWith = (spec: string): string => compile(binding(spec)).digest;
    expect(digestWith("{policyName: gates, params: {failDays: 14}}")).toBe(digest);
    expect(digestWith("{policyName: steps, rules: [{name: missing, enforcement: deny}]}")).toBe(
      digest,
    );
    const changed = [
      digestWith("{policyName: gates, params: {failDays: 15}}"),
      digestWith("{policyName: steps, rules: [{name: missing, enforcement: audit}]}"),
      digestWith("{policyName: steps, rules: [{name: missing, enforcement: warn}]}"),
      digestWith("{policyName: steps, rules: [{name: failed, enforcement: warn}]}"),
    ];
    expect(new Set([digest, ...changed]).size).toBe(5);
  });

  it("may stand before its policy, and several may set different things of one", () => {
    const set = compileFiles({
      a: binding("{policyName: gates, params: {failDays: 21}}"),
      p: policies,
      z: binding("{policyName: gates, params: {warnDays: 3, failDays: 21}}", "other"),
    });
    expect([paramOf(set, "failDays"), paramOf(set, "warnDays")]).toEqual([21, 3]);
  });

  it.each([
    {
      why: "a policy that there is not",
      spec: "{policyName: gats, params: {failDays: 21}}",
      problems: ["b:4:20 POLICY_UNKNOWN_NAME (did you mean `gates`?)"],
    },
    {
      why: "a param that there is not",
      spec: "{policyName: gates, params: {failDay: 21}}",
      problems: ["b:4:36 POLICY_UNKNOWN_NAME (did you mean `failDays`?)"],
    },
    {
      why: "a param that another policy has",
      spec: "{policyName: gates, params: {how: softly}}",
      problems: ["b:4:36 POLICY_UNKNOWN_NAME (one of `warnDays`, `failDays`)"],
    },
    {
      why: "a rule that there is not",
      spec: "{policyName: steps, rules: [{name: missin, enforcement: warn}]}",
      problems: ["b:4:42 POLICY_UNKNOWN_NAME (did you mean `missing`?)"],
    },
    {
      why: "a value below the minimum",
      spec: "{policyName: gates, params: {failDays: 0}}",
      problems: ["b:4:46 POLICY_PARAM_INVALID"],
    },
    {
      why: "a value above the maximum",
      spec: "{policyName: gates, params: {failDays: 31}}",
      problems: ["b:4:46 POLICY_PARAM_INVALID"],
    },
    {
      why: "a value of another type",
      spec: '{policyName: gates, params: {failDays: "21"}}',
      problems: ["b:4:46 POLICY_PARAM_INVALID"],
    },
    {
      why: "a word that the param does not take",
      spec: "{policyName: steps, params: {how: firmy}}",
      problems: ["b:4:41 POLICY_PARAM_INVALID (did you mean `firmly`?)"],
    },
    {
      why: "values that do not go together",
      spec: "{policyName: gates, params: {failDays: 3}}",
      problems: [
        "b:4:46 POLICY_PARAM_INVALID (the params are failDays=3 (b:4), warnDays=7)",
        "p:13:20 POLICY_PARAM_INVALID (the params are failDays=3 (b:4), warnDays=7)",
      ],
    },
    {
      why: "rules that are no list",
      spec: "{policyName: steps, rules: {missing: warn}}",
      problems: [
        "b:4:34 POLICY_INVALID (write a list, with entries such as `- { name: …, enforcement: warn }`)",
      ],
    },
    {
      why: "a misspelt enforcement",
      spec: "{policyName: steps, rules: [{name: missing, enforcement: audot}]}",
      problems: ["b:4:64 POLICY_INVALID (did you mean `audit`?)"],
    },
    {
      why: "a misspelt key",
      spec: "{policyName: steps, parms: {how: firmly}}",
      problems: ["b:4:27 POLICY_INVALID (did you mean `params`?)"],
    },
    {
      why: "what sets nothing",
      spec: "{policyName: steps}",
      problems: ["b:4:1 POLICY_UNUSED (set `params` or `rules`, or leave it out)"],
    },
    {
      why: "the enforcement of a rule whose place in the order is the decision",
      spec: "{policyName: gates, rules: [{name: expired, enforcement: audit}]}",
      problems: [
        "b:4:64 POLICY_BINDING_INVALID (set a param, or give a policy of your own with -p)",
      ],
    },
  ])("is refused for $why", ({ spec, problems }) => {
    expect(check(binding(spec))).toEqual(problems);
  });

  it("is refused where another one sets the same otherwise, at the second", () => {
    expect(
      check(
        binding("{policyName: gates, params: {failDays: 20}}"),
        binding("{policyName: gates, params: {failDays: 21}}", "other"),
      ),
    ).toEqual(["b:9:46 POLICY_BINDING_INVALID (set it once)"]);
    expect(
      check(
        binding("{policyName: steps, rules: [{name: missing, enforcement: warn}]}"),
        binding("{policyName: steps, rules: [{name: missing, enforcement: deny}]}", "other"),
      ),
    ).toEqual(["b:9:64 POLICY_BINDING_INVALID (set it once)"]);
  });

  it("is not blamed where the command line sets what does not go together", () => {
    const files = { p: policies, b: binding("{policyName: gates, params: {failDays: 20}}") };
    const setting = { name: "failDays", value: "3" };
    expect(problemsIn(files, [setting]).map(inShort)).toEqual([
      "p:13:20 POLICY_PARAM_INVALID (the params are failDays=3 (--param), warnDays=7)",
    ]);
  });

  it("says at its own line which of its values does not go together, and why", () => {
    const files = { p: policies, b: binding("{policyName: gates, params: {failDays: 3}}") };
    expect(problemsIn(files)[0]?.message).toBe(
      "`failDays: 3` does not go together with other params of policy `gates`: failDays is less than warnDays",
    );
  });

  it("is never told of a name that was made up in place of one that is none", () => {
    const broken = policies
      .replace("name: steps", "name: St_eps")
      .replace("name: failed", "name: Fai_led");
    const misspelt = broken.replace("name: St_eps", "name: steps");
    const set = "{policyName: steps, rules: [{name: unname, enforcement: warn}]}";
    expect(problemsIn({ p: misspelt, b: binding(set) }).map(inShort)).toEqual([
      "b:4:42 POLICY_UNKNOWN_NAME (one of `missing`)",
      "p:34:13 POLICY_INVALID",
    ]);
    const nobody = binding("{policyName: unnamed, params: {how: 3}}");
    expect(problemsIn({ p: broken, b: nobody }).map(inShort)).toEqual([
      "p:25:18 POLICY_INVALID",
      "p:34:13 POLICY_INVALID",
    ]);
  });

  it("is refused where another one has its name", () => {
    const set = binding("{policyName: gates, params: {failDays: 20}}");
    expect(check(set, set)).toEqual(["b:8:18 POLICY_DUPLICATE_NAME (the first is at `b:3`)"]);
  });

  it("is not complained about where its policy could not be read", () => {
    const broken = policies.replace("metadata: {name: gates}", "metadata: {}");
    const files = { p: broken, b: binding("{policyName: gates, params: {failDays: 20}}") };
    expect(problemsIn(files).map(inShort)).toEqual(["p:3:1 POLICY_INVALID"]);
  });
});
