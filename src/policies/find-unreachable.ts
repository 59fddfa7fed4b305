import type { Program } from "../cel/expression.ts";
import { TRUE } from "../cel/truth.ts";
import type { VariableDeclaration } from "../cel/type.ts";
import type { Enforcement, Policy } from "../engine/policy.ts";
import { type CompileContext, isNamed, report } from "./compile-context.ts";
import type { CompiledParams } from "./compile-params.ts";
import type { CompiledRule } from "./compile-rules.ts";
import { type ConditionSpace, dimensionsOf } from "./condition-fragment.ts";
import { atomsOf } from "./enumerable.ts";
import { type Budget, findWitness, SEARCH_WORK_MAX } from "./find-witness.ts";
import { judgeUnread } from "./judge-unread.ts";
import type { ParamDocument, PolicyDocument } from "./policy-document.ts";

/** A rule as far as it matters to whether others are reached. */
export interface JudgedRule {
  readonly name: string;
  readonly condition: Program;
  readonly enforcement: Enforcement;
}

export interface RuleList {
  readonly mode: "first" | "all";
  readonly rules: readonly JudgedRule[];
  readonly space: ConditionSpace;
  /** What holds between params, over these alone. */
  readonly required: readonly Program[];
}

/** A rule that never decides anything, whatever the facts and params are. */
export interface UnreachableRule {
  /** Its place in the list. */
  readonly place: number;
  /** Names of earlier rules, one of which holds wherever it does; empty: it contradicts itself. */
  readonly shadowedBy: readonly string[];
}

/**
 * Finds rules that contradict themselves and, in mode `first`, those that earlier rules always come before. Only
 * conditions of the enumerable fragment are judged, and only as far as the budget goes: what is not named may be
 * unreachable all the same, but what is named certainly is. Facts are taken to be independent of each other. What comes
 * after a rule that holds whatever is read, or after the same condition, is named in any case.
 */
export function findUnreachable(
  list: RuleList,
  workMax: number = SEARCH_WORK_MAX,
): readonly UnreachableRule[] {
  const budget: Budget = { left: workMax };
  const covered = obviousShadows(list);
  const enumerable = new Set(list.rules.filter(({ condition }) => isEnumerable(list, condition)));
  return list.rules.flatMap((rule, place) => {
    const isJudged = enumerable.has(rule) && budget.left > 0;
    const alone = isJudged ? shadowsOf(list, rule, { earlier: [], budget }) : undefined;
    if (alone !== undefined) return [{ place, shadowedBy: [] }];
    const obvious = covered.get(rule);
    if (obvious !== undefined) return [{ place, shadowedBy: [obvious.name] }];
    if (!isJudged || list.mode === "all" || rule.enforcement === "audit") return [];
    // One outside of the fragment may hold or not; that it never does claims least.
    const earlier = list.rules
      .slice(0, place)
      .filter((each) => each.enforcement !== "audit" && enumerable.has(each));
    if (earlier.length === 0) return [];
    const shadows = shadowsOf(list, rule, { earlier, budget });
    return shadows === undefined ? [] : [{ place, shadowedBy: shadows }];
  });
}

/** Rules that an earlier one comes before in any case, be their conditions of the fragment or not. */
function obviousShadows({ mode, rules }: RuleList): ReadonlyMap<JudgedRule, JudgedRule> {
  const shadows = new Map<JudgedRule, JudgedRule>();
  const byText = new Map<string, JudgedRule>();
  let always: JudgedRule | undefined;
  for (const rule of rules) {
    if (mode === "all" || rule.enforcement === "audit") continue;
    const { condition } = rule;
    const above = always ?? byText.get(condition.text);
    if (above !== undefined) shadows.set(rule, above);
    else byText.set(condition.text, rule);
    if (judgeUnread(condition) === TRUE) always ??= rule;
  }
  return shadows;
}

function isEnumerable({ space }: RuleList, program: Program): boolean {
  return dimensionsOf([program], space) !== undefined;
}

/** Names of earlier rules that hold wherever a rule does; undefined if it can hold without them, or none can tell. */
function shadowsOf(
  { space, required }: RuleList,
  rule: JudgedRule,
  { earlier, budget }: { readonly earlier: readonly JudgedRule[]; readonly budget: Budget },
): readonly string[] | undefined {
  const unwanted = earlier.map(({ condition }) => condition);
  const between = required.filter((program) => atomsOf(program) !== undefined);
  const dimensions = dimensionsOf([rule.condition, ...unwanted], space, between);
  if (dimensions === undefined) return undefined;
  // Values are counted like evaluations: making them takes as long.
  for (const { values } of dimensions) budget.left -= values.length;
  const found = findWitness(
    { space, dimensions, wanted: rule.condition, unwanted, required: between },
    budget,
  );
  if (found === true || found === undefined) return undefined;
  return earlier.filter((_, place) => found.has(place)).map(({ name }) => name);
}

interface CompiledParts {
  readonly rules: readonly CompiledRule[];
  readonly params: CompiledParams;
  readonly variables: Policy["variables"];
  readonly declarations: readonly VariableDeclaration[];
}

/** Reports the rules of a policy that never decide anything. */
export function reportUnreachable(
  context: CompileContext,
  policy: PolicyDocument,
  { rules, params, variables, declarations }: CompiledParts,
  searchWorkMax: number,
): void {
  const { mode } = policy.spec;
  const properties = policy.spec.params?.properties ?? {};
  const programs = new Map<string, Program>(variables.map(({ name, program }) => [name, program]));
  const list: RuleList = {
    mode,
    rules: rules.map(({ rule }) => rule),
    space: {
      declarations,
      factCount: context.factNames.size,
      params: params.names.map((name) => boundsOf(properties[name])),
      variables: (policy.spec.variables ?? [])
        .filter((_, place) => isNamed(context, ["spec", "variables", String(place)]))
        .map(({ name }) => programs.get(name)),
    },
    required: params.validations,
  };
  const found = findUnreachable(list, searchWorkMax);
  for (const { place, shadowedBy } of found) {
    const { rule, path } = rules[place] ?? {};
    if (rule === undefined || path === undefined) continue;
    report(context, [...path, "condition"], {
      code: "POLICY_RULE_UNREACHABLE",
      ...complaintAbout(rule.name, shadowedBy),
    });
  }
}

/** Bounds that leave no value are told where they stand, and not once more of every rule. */
function boundsOf({ minimum, maximum }: Partial<ParamDocument> = {}) {
  const isEmpty = minimum !== undefined && maximum !== undefined && minimum > maximum;
  return isEmpty ? { minimum: undefined, maximum: undefined } : { minimum, maximum };
}

function complaintAbout(
  name: string,
  shadowedBy: readonly string[],
): { readonly message: string; readonly help: string } {
  if (shadowedBy.length === 0) {
    return {
      message: `rule \`${name}\` can never hold`,
      help: "no values of what its condition reads make it true",
    };
  }
  const names = shadowedBy.map((each) => `\`${each}\``).join(" or ");
  return {
    message: `rule \`${name}\` is never reached: wherever it holds, an earlier one does`,
    help: `put it above ${names}, or leave it out`,
  };
}
