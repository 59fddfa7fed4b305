import type { Policy, PolicySet, Rule } from "../engine/policy.ts";
import type { Problem, SourcePosition } from "../input/problem.ts";
import { didYouMean } from "../input/suggest.ts";

/** One rule of a set, by which expectations name it. */
export interface NamedRule {
  readonly policy: Policy;
  readonly rule: Rule;
}

/** `policy/rule`, as decisions name rules. */
export function ruleId({ policy, rule }: NamedRule): string {
  return `${policy.name}/${rule.name}`;
}

/** What expectations may name in a set of policies. */
export interface KnownNames {
  /** The rule of a name, with its policy's where several have one of that name. */
  readonly ruleOf: (name: string, position: SourcePosition) => NamedRule | Problem;
  /** Undefined where some policy gives the reason. */
  readonly reasonProblem: (reason: string, position: SourcePosition) => Problem | undefined;
  readonly rules: readonly NamedRule[];
}

/** Reasons that no policy gives: the engine does, where none can. */
const enginesOwn: readonly string[] = ["Undecided", "RuleFailed", "NoRuleApplies"];

export function knownNames({ policies }: PolicySet): KnownNames {
  const rules = policies.flatMap((policy) => policy.rules.map((rule) => ({ policy, rule })));
  const reasons = new Set([...policies.flatMap(reasonsOf), ...enginesOwn]);
  return {
    rules,
    ruleOf: (name, position) => {
      const named = rules.filter((each) => each.rule.name === name || ruleId(each) === name);
      const [first, second] = named;
      if (first === undefined) return unknownRule(name, position, rules);
      return second === undefined ? first : severalRules(name, position, named);
    },
    reasonProblem: (reason, position) =>
      reasons.has(reason)
        ? undefined
        : unknownName(`no policy here gives the reason \`${reason}\``, position, {
            name: reason,
            known: [...reasons],
          }),
  };
}

export function isProblem(value: NamedRule | Problem): value is Problem {
  return "code" in value;
}

function reasonsOf({ rules, otherwise, whenUnknown }: Policy): readonly string[] {
  const all = [...rules, ...whenUnknown, ...(otherwise === undefined ? [] : [otherwise])];
  return all.map(({ outcome }) => outcome.reason);
}

function unknownRule(name: string, position: SourcePosition, rules: readonly NamedRule[]): Problem {
  const known = name.includes("/") ? rules.map(ruleId) : rules.map(({ rule }) => rule.name);
  return unknownName(`no policy here has a rule \`${name}\``, position, { name, known });
}

function severalRules(
  name: string,
  position: SourcePosition,
  named: readonly NamedRule[],
): Problem {
  return {
    code: "TEST_UNKNOWN_NAME",
    message: `${named.length} policies have a rule \`${name}\``,
    position,
    help: `one of ${named.map((each) => `\`${ruleId(each)}\``).join(", ")}`,
  };
}

/** A name that nothing has, with what was probably meant. */
export function unknownName(
  message: string,
  position: SourcePosition,
  { name, known }: { readonly name: string; readonly known: readonly string[] },
): Problem {
  const help = didYouMean(name, [...new Set(known)]);
  return {
    code: "TEST_UNKNOWN_NAME",
    message,
    position,
    ...(help === undefined ? {} : { help }),
  };
}
