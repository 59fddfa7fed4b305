import type { Program } from "../cel/expression.ts";
import { BOOL, type VariableDeclaration } from "../cel/type.ts";
import { isDisruptive, OBLIGATIONS, type Outcome, type Rule } from "../engine/policy.ts";
import {
  type CompileContext,
  compileAt,
  compileTemplateAt,
  report,
  reportSecond,
} from "./compile-context.ts";
import { checkOutcome } from "./outcome-fields.ts";
import type {
  OtherwiseDocument,
  OutcomeDocument,
  PolicyDocument,
  RuleDocument,
} from "./policy-document.ts";
import type { PolicySettings } from "./policy-settings.ts";

/** A rule, and where it stands in its document. */
export interface CompiledRule {
  readonly rule: Rule;
  readonly path: readonly string[];
}

interface RuleSurroundings {
  readonly variables: readonly VariableDeclaration[];
  readonly settings: PolicySettings;
}

/** The name that decisions give to what holds when no rule does. */
const OTHERWISE = "otherwise";

/** Compiles the rules in their order. Rules that are wrong are reported and left out. */
export function compileRules(
  context: CompileContext,
  policy: PolicyDocument,
  surroundings: RuleSurroundings,
): readonly CompiledRule[] {
  const firsts = new Map<string, readonly string[]>();
  const rules: CompiledRule[] = [];
  for (const [index, rule] of policy.spec.rules.entries()) {
    const path = ["spec", "rules", String(index)];
    const first = firsts.get(rule.name);
    if (first === undefined) firsts.set(rule.name, path);
    else reportSecond(context, { noun: "rules", name: rule.name, path, first });
    if (rule.name === OTHERWISE && policy.spec.mode === "first") {
      report(context, [...path, "name"], {
        code: "POLICY_DUPLICATE_NAME",
        message: `\`${OTHERWISE}\` is the name of what holds when no rule does`,
        help: "give the rule another name",
      });
    }
    const compiled = compileRule(context, policy, { path, rule, ...surroundings });
    if (compiled !== undefined) rules.push({ rule: compiled, path });
  }
  return rules;
}

function compileRule(
  context: CompileContext,
  policy: PolicyDocument,
  at: RuleSurroundings & { readonly path: readonly string[]; readonly rule: RuleDocument },
): Rule | undefined {
  const { path, rule, variables, settings } = at;
  const condition = compileAt(context, [...path, "condition"], {
    text: rule.condition,
    variables,
    expects: BOOL,
  });
  checkOutcome(context, policy, [...path, "outcome"], rule.outcome);
  const outcome = compileOutcome(context, [...path, "outcome"], rule.outcome, variables);
  const message = compileTemplateAt(context, [...path, "message"], rule.message, variables);
  const remediation = compileTemplateAt(
    context,
    [...path, "remediation"],
    rule.remediation,
    variables,
  );
  if (condition === undefined || context.isFilled([...path, "condition"])) return undefined;
  return {
    name: rule.name,
    condition,
    outcome,
    message,
    remediation,
    severity: rule.severity ?? (outcome.denies.length > 0 ? "high" : "info"),
    enforcement: settings.enforcement.get(rule.name) ?? rule.enforcement ?? "deny",
    positionOf: () => context.document.positionAt(path),
  };
}

/** Turns an authored outcome into the engine's: obligations in the order of carrying out. */
export function compileOutcome(
  context: CompileContext,
  path: readonly string[],
  outcome: OutcomeDocument,
  variables: readonly VariableDeclaration[],
): Outcome {
  const { obligations, patchUnless } = outcome;
  const unless: Program | undefined =
    patchUnless === undefined
      ? undefined
      : compileAt(context, [...path, "patchUnless"], {
          text: patchUnless,
          variables,
          expects: BOOL,
        });
  return {
    reason: outcome.reason,
    denies: outcome.denies ?? [],
    ...(outcome.state === undefined ? {} : { state: outcome.state }),
    ...(obligations === undefined
      ? {}
      : { obligations: OBLIGATIONS.filter((obligation) => obligations.includes(obligation)) }),
    ...(unless === undefined ? {} : { patchUnless: unless }),
    ...(outcome.blocked === undefined ? {} : { blocked: outcome.blocked }),
    ...(outcome.wait === undefined ? {} : { wait: outcome.wait }),
    ...(outcome.stalled === undefined ? {} : { stalled: outcome.stalled }),
  };
}

/** The outcome when no rule holds. A `mode: first` policy must have one, and it may not disrupt. */
export function compileOtherwise(
  context: CompileContext,
  policy: PolicyDocument,
  variables: readonly VariableDeclaration[],
): Rule | undefined {
  const { otherwise, mode } = policy.spec;
  if ((otherwise === undefined) === (mode === "all")) {
    if (otherwise === undefined) return undefined;
    return compileOtherwiseRule(context, policy, otherwise, variables);
  }
  report(context, ["spec", "mode"], {
    code: "POLICY_OUTCOME_INVALID",
    message:
      mode === "first"
        ? "a policy with mode `first` says no `otherwise`: what holds when no rule does"
        : "a policy with mode `all` has no use for `otherwise`",
  });
  return undefined;
}

function compileOtherwiseRule(
  context: CompileContext,
  policy: PolicyDocument,
  otherwise: OtherwiseDocument,
  variables: readonly VariableDeclaration[],
): Rule | undefined {
  const path = ["spec", "otherwise"];
  checkOutcome(context, policy, path, otherwise);
  if (isDisruptive(otherwise.obligations ?? [])) {
    report(context, [...path, "obligations"], {
      code: "POLICY_OUTCOME_INVALID",
      message: "`otherwise` may not disrupt: a restart or reboot needs a rule that holds",
    });
  }
  const condition = compileAt(context, path, { text: "true", variables: [], expects: BOOL });
  if (condition === undefined) return undefined;
  const { message, ...outcome } = otherwise;
  return {
    name: OTHERWISE,
    condition,
    outcome: compileOutcome(context, path, outcome, variables),
    message: compileTemplateAt(context, [...path, "message"], message, variables),
    remediation: undefined,
    severity: "info",
    enforcement: "deny",
    positionOf: () => context.document.positionAt(path),
  };
}
