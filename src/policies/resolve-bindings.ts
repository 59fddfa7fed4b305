import type { Enforcement, ParamValue } from "../engine/policy.ts";
import { ownValue } from "../input/own-value.ts";
import type { Problem, SourcePosition } from "../input/problem.ts";
import type { ValuePath } from "../input/source-document.ts";
import { didYouMean } from "../input/suggest.ts";
import { isNamed } from "./compile-context.ts";
import { mistakeIn, whatParamTakes } from "./compile-params.ts";
import type { BoundParam } from "./policy-settings.ts";
import type { ReadableBinding } from "./read-binding.ts";
import type { ReadablePolicy } from "./read-policy.ts";

/** What bindings set for one policy. */
export interface BoundPolicy {
  readonly bound: Map<string, BoundParam>;
  readonly enforcement: Map<string, Enforcement>;
}

/** What all bindings set, and what is wrong with it. */
export interface BoundSettings {
  readonly byPolicy: ReadonlyMap<string, BoundPolicy>;
  readonly problems: readonly Problem[];
}

/**
 * Finds out what bindings set, and reports what they may not: names that the policies do not have, values that do not
 * fit a param, and the enforcement of rules in mode `first`, whose order is the decision.
 *
 * @param isComplete - Whether the policies are all there, so that a name not found among them is a mistake.
 */
export function resolveBindings(
  bindings: readonly ReadableBinding[],
  policies: readonly ReadablePolicy[],
  isComplete: boolean,
): BoundSettings {
  const named = policies.filter((each) => isNamed(each, ["metadata"]));
  const byName = new Map(named.map((each) => [each.value.metadata.name, each]));
  const byPolicy = new Map<string, BoundPolicy>();
  const problems: Problem[] = [];
  const seen = new Map<string, SetEarlier>();
  for (const binding of bindings) {
    const { policyName } = binding.value.spec;
    const context: BindContext = {
      ...binding,
      bound: byPolicy.get(policyName) ?? { bound: new Map(), enforcement: new Map() },
      seen,
      report: (path, problem, at) => {
        if (binding.isFilled(path)) return;
        problems.push({ ...problem, position: binding.document.positionAt(path, at) });
      },
    };
    checkSelf(context);
    const policy = byName.get(policyName);
    if (policy !== undefined) {
      bindParams(context, policy);
      bindRules(context, policy);
      byPolicy.set(policyName, context.bound);
    } else if (isComplete) {
      context.report(["spec", "policyName"], {
        code: "POLICY_UNKNOWN_NAME",
        message: `there is no policy \`${policyName}\``,
        ...helpWith(policyName, [...byName.keys()]),
      });
    }
  }
  return { byPolicy, problems };
}

interface SetEarlier {
  readonly value: ParamValue;
  readonly position: SourcePosition;
}

interface BindContext extends ReadableBinding {
  readonly bound: BoundPolicy;
  /** What was set, by policy and name, and where. */
  readonly seen: Map<string, SetEarlier>;
  readonly report: (
    path: ValuePath,
    problem: Omit<Problem, "position">,
    at?: "key" | "value",
  ) => void;
}

function checkSelf({ value, lost, isTouched, report }: BindContext): void {
  const { params = {}, rules = [] } = value.spec;
  if (Object.keys(params).length + rules.length + lost.length > 0) return;
  // Then something was meant to be set.
  if (isTouched(["spec"])) return;
  report(
    ["spec"],
    {
      code: "POLICY_UNUSED",
      message: "this binding sets nothing",
      help: "set `params` or `rules`, or leave it out",
    },
    "key",
  );
}

function bindParams(context: BindContext, policy: ReadablePolicy): void {
  const { spec, metadata } = policy.value;
  const declared = spec.params?.properties ?? {};
  for (const [name, value] of Object.entries(context.value.spec.params ?? {})) {
    const path = ["spec", "params", name];
    const param = ownValue(declared, name);
    if (param === undefined) {
      const message = `policy \`${metadata.name}\` has no param \`${name}\``;
      const help = helpWith(name, Object.keys(declared));
      context.report(path, { code: "POLICY_UNKNOWN_NAME", message, ...help }, "key");
      continue;
    }
    // What is wrong with the param itself is told where it is declared.
    if (policy.isTouched(["spec", "params", "properties", name])) continue;
    const mistake = mistakeIn(param, value);
    if (mistake !== undefined) {
      const message = `value of param \`${name}\` ${mistake}`;
      context.report(path, {
        code: "POLICY_PARAM_INVALID",
        message,
        ...whatParamTakes(param, value),
      });
    } else if (isAgreed(context, path, { key: `params.${name}`, value })) {
      context.bound.bound.set(name, { value, position: context.document.positionAt(path) });
    }
  }
}

function bindRules(context: BindContext, policy: ReadablePolicy): void {
  const { spec, metadata } = policy.value;
  for (const [index, { name, enforcement }] of (context.value.spec.rules ?? []).entries()) {
    const path = ["spec", "rules", String(index)];
    const rule = spec.rules.find((each) => each.name === name);
    if (rule === undefined) {
      const named = spec.rules.filter((_, place) =>
        isNamed(policy, ["spec", "rules", String(place)]),
      );
      const names = named.map((each) => each.name);
      const message = `policy \`${metadata.name}\` has no rule \`${name}\``;
      const help = helpWith(name, names);
      context.report([...path, "name"], { code: "POLICY_UNKNOWN_NAME", message, ...help });
    } else if (spec.mode === "first" && !policy.isFilled(["spec", "mode"])) {
      context.report([...path, "enforcement"], {
        code: "POLICY_BINDING_INVALID",
        message: `rules of \`${metadata.name}\` are tried in order, and the first that holds decides: none can be left out`,
        help: "set a param, or give a policy of your own with -p",
      });
    } else if (
      isAgreed(context, [...path, "enforcement"], { key: `rules.${name}`, value: enforcement }) &&
      enforcement !== (rule.enforcement ?? "deny")
    ) {
      context.bound.enforcement.set(name, enforcement);
    }
  }
}

/** Whether nothing sets the same otherwise; the second of two is reported. */
function isAgreed(
  { value: binding, document, seen, report }: BindContext,
  path: ValuePath,
  { key, value }: { readonly key: string; readonly value: ParamValue },
): boolean {
  const name = `${binding.spec.policyName} ${key}`;
  const earlier = seen.get(name);
  if (earlier === undefined) {
    seen.set(name, { value, position: document.positionAt(path) });
    return true;
  }
  if (earlier.value === value) return true;
  const { file, line } = earlier.position;
  report(path, {
    code: "POLICY_BINDING_INVALID",
    message: `this is set otherwise at \`${file}:${line}\``,
    help: "set it once",
  });
  return false;
}

function helpWith(word: string, words: readonly string[]): { readonly help?: string } {
  const help = didYouMean(word, words);
  return help === undefined ? {} : { help };
}
