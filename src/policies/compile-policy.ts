import type { VariableDeclaration } from "../cel/type.ts";
import { subjectVariables } from "../engine/facts/fact-tables.ts";
import type { Policy } from "../engine/policy.ts";
import type { Parsed } from "../input/problem.ts";
import { digestOf } from "../snapshot/digest.ts";
import { type CompileContext, compileAt, isNamed, reportSecond } from "./compile-context.ts";
import { compileParams } from "./compile-params.ts";
import { compileOtherwise, compileRules } from "./compile-rules.ts";
import { compileWhenUnknown } from "./compile-when-unknown.ts";
import { type PlacedProgram, reportCertainErrors } from "./find-certain-errors.ts";
import { reportRepeats } from "./find-repeats.ts";
import { reportUnreachable } from "./find-unreachable.ts";
import { reportUnreachableWays } from "./find-unreachable-ways.ts";
import { reportUnused } from "./find-unused.ts";
import { checkMode } from "./outcome-fields.ts";
import type { PolicyDocument } from "./policy-document.ts";
import type { PolicySettings } from "./policy-settings.ts";
import type { PolicyDraft } from "./read-policy.ts";
import { checkReasons } from "./reasons.ts";

/** Compiles one policy. Everything that can fail because of its author fails here, all at once. */
export function compilePolicy(
  draft: PolicyDraft,
  settings: PolicySettings,
  searchWorkMax: number | undefined,
): Parsed<Policy> {
  const { readable, written } = draft;
  if (readable === undefined) return { ok: false, problems: draft.problems };
  const policy = readable.value;
  const facts = subjectVariables(policy.spec.subject);
  const context: CompileContext = {
    ...readable,
    problems: [...draft.problems],
    usage: { reads: [], unread: [...readable.lost], unknown: [] },
    factNames: new Set(facts.map(({ name }) => name)),
  };
  checkMode(context, policy);
  checkReasons(context, policy);
  const params = compileParams(context, policy, settings);
  const { variables, declarations } = compileVariables(context, policy, [
    ...facts,
    ...params.variables,
  ]);
  const rules = compileRules(context, policy, { variables: declarations, settings });
  const otherwise = compileOtherwise(context, policy, declarations);
  const whenUnknown = compileWhenUnknown(context, policy, { params, variables: declarations });
  if (searchWorkMax !== undefined) {
    reportUnused(context, policy);
    reportRepeats(context, policy);
    // With entries left out, others would not be where they stand.
    const ways = whenUnknown.length === policy.spec.whenUnknown?.length ? whenUnknown : [];
    const placed = [
      ...placedVariables(context, policy, variables),
      ...rules.map(({ rule, path }) => ({ path: [...path, "condition"], program: rule.condition })),
      ...ways.map(({ when }, index) => ({
        path: ["spec", "whenUnknown", String(index), "when"],
        program: when,
      })),
    ];
    const failing = reportCertainErrors(context, placed, declarations);
    const sound = rules.filter(({ rule }) => !failing.has(rule.condition));
    const parts = { rules: sound, params, variables, declarations };
    reportUnreachable(context, policy, parts, searchWorkMax);
    if (!ways.some(({ when }) => failing.has(when))) reportUnreachableWays(context, ways);
  }
  if (context.problems.length > 0) return { ok: false, problems: context.problems };
  const { subject, mode } = policy.spec;
  return {
    ok: true,
    value: {
      name: policy.metadata.name,
      subject,
      mode,
      factCount: facts.length,
      paramNames: params.names,
      paramValues: params.values,
      variables,
      rules: rules.map(({ rule }) => rule),
      otherwise,
      whenUnknown,
      digest: digestOf({
        policy: written.value,
        params: params.values,
        // Only where something is set: a binding that changes nothing leaves the policy as it is.
        ...(settings.enforcement.size === 0
          ? {}
          : { enforcement: Object.fromEntries(settings.enforcement) }),
      }),
    },
  };
}

/** Variables may use facts, params and the variables above them. */
function compileVariables(
  context: CompileContext,
  policy: PolicyDocument,
  outer: readonly VariableDeclaration[],
): {
  readonly variables: Policy["variables"];
  readonly declarations: readonly VariableDeclaration[];
} {
  const declarations = [...outer];
  const variables: Policy["variables"][number][] = [];
  const named = namedVariables(context, policy);
  const firsts = new Map<string, readonly string[]>();
  for (const [place, { name, expression, path }] of named.entries()) {
    const first = firsts.get(name);
    if (first === undefined) firsts.set(name, path);
    else reportSecond(context, { noun: "variables", name, path, first });
    const compiled = compileAt(context, [...path, "expression"], {
      text: expression,
      variables: declarations,
      notYet: named.slice(place).map((each) => each.name),
    });
    const program = context.isFilled([...path, "expression"]) ? undefined : compiled;
    // A variable that is wrong stays declared, so that its uses are not reported as well.
    declarations.push({
      name: `variables.${name}`,
      type: program?.type ?? { kind: "dyn" },
      mayBeAbsent: program?.mayBeAbsent ?? false,
    });
    if (program !== undefined) variables.push({ name, program });
  }
  return { variables, declarations };
}

function placedVariables(
  context: CompileContext,
  policy: PolicyDocument,
  variables: Policy["variables"],
): readonly PlacedProgram[] {
  const programs = new Map(variables.map(({ name, program }) => [name, program]));
  return namedVariables(context, policy).flatMap(({ name, path }) => {
    const program = programs.get(name);
    if (program === undefined) return [];
    return [{ path: [...path, "expression"], program, variable: name }];
  });
}

/** Those of which the name could be read: nobody can mean another one. */
function namedVariables(context: CompileContext, { spec }: PolicyDocument) {
  return (spec.variables ?? [])
    .map((variable, index) => ({ ...variable, path: ["spec", "variables", String(index)] }))
    .filter(({ path }) => isNamed(context, path));
}
