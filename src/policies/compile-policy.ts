import type { VariableDeclaration } from "../cel/type.ts";
import { subjectVariables } from "../engine/facts/fact-tables.ts";
import type { Policy } from "../engine/policy.ts";
import type { Parsed } from "../input/problem.ts";
import type { SourceDocument } from "../input/source-document.ts";
import { digestOf } from "../snapshot/digest.ts";
import { type CompileContext, compileAt, report } from "./compile-context.ts";
import { compileParams, type ParamSetting } from "./compile-params.ts";
import { compileOtherwise, compileRules } from "./compile-rules.ts";
import { compileWhenUnknown } from "./compile-when-unknown.ts";
import { checkMode } from "./outcome-fields.ts";
import type { PolicyDocument } from "./policy-document.ts";
import { readPolicy } from "./read-policy.ts";

/** Reads and compiles one policy. Everything that can fail because of its author fails here, all at once. */
export function compilePolicy(
  document: SourceDocument,
  settings: readonly ParamSetting[],
): Parsed<Policy> {
  const parsed = readPolicy(document);
  if (!parsed.ok) return parsed;
  const policy = parsed.value;
  const context: CompileContext = { document, problems: [] };
  checkMode(context, policy);
  const facts = subjectVariables(policy.spec.subject);
  const params = compileParams(context, policy, settings);
  const { variables, declarations } = compileVariables(context, policy, [
    ...facts,
    ...params.variables,
  ]);
  const rules = compileRules(context, policy, declarations);
  const otherwise = compileOtherwise(context, policy, declarations);
  const whenUnknown = compileWhenUnknown(context, policy, {
    factNames: new Set(facts.map(({ name }) => name)),
    params,
    variables: declarations,
  });
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
      rules,
      otherwise,
      whenUnknown,
      digest: digestOf({ policy: document.value, params: params.values }),
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
  for (const [index, { name, expression }] of (policy.spec.variables ?? []).entries()) {
    const path = ["spec", "variables", String(index)];
    if (variables.some((other) => other.name === name)) {
      report(context, [...path, "name"], {
        code: "POLICY_DUPLICATE_NAME",
        message: `two variables are named \`${name}\``,
      });
    }
    const program = compileAt(context, [...path, "expression"], {
      text: expression,
      variables: declarations,
    });
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
