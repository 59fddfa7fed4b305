import type { Program } from "../cel/expression.ts";
import { FALSE } from "../cel/truth.ts";
import { BOOL, type VariableDeclaration } from "../cel/type.ts";
import { Unknown } from "../cel/value.ts";
import { isAboutNodes } from "../engine/facts/subject.ts";
import { isDisruptive, type WhenUnknown } from "../engine/policy.ts";
import { evaluateCondition } from "../engine/rules/condition.ts";
import { nearest, suggestion } from "../input/suggest.ts";
import { type CompileContext, compileAt, compileTemplateAt, report } from "./compile-context.ts";
import type { CompiledParams } from "./compile-params.ts";
import { compileOutcome } from "./compile-rules.ts";
import { contradictionIn } from "./outcome-fields.ts";
import type { PolicyDocument, WhenUnknownDocument } from "./policy-document.ts";

interface Names {
  readonly params: CompiledParams;
  readonly variables: readonly VariableDeclaration[];
}

/** Compiles what may be done while facts are missing, and holds it to docs/unknowns.md §7. */
export function compileWhenUnknown(
  context: CompileContext,
  policy: PolicyDocument,
  names: Names,
): readonly WhenUnknown[] {
  const entries = policy.spec.whenUnknown ?? [];
  if (
    entries.length > 0 &&
    !context.isFilled(["spec", "mode"]) &&
    (policy.spec.mode !== "first" || !isAboutNodes(policy.spec.subject))
  ) {
    report(context, ["spec", "whenUnknown"], {
      code: "POLICY_OUTCOME_INVALID",
      message: "`whenUnknown` is for policies about nodes in mode `first`",
    });
    return [];
  }
  return entries.flatMap((entry, index) =>
    compileEntry(context, entry, ["spec", "whenUnknown", String(index)], names),
  );
}

function compileEntry(
  context: CompileContext,
  entry: WhenUnknownDocument,
  path: readonly string[],
  { params, variables }: Names,
): readonly WhenUnknown[] {
  const { factNames } = context;
  checkFactNames(context, [...path, "facts"], entry.facts, factNames);
  checkFactNames(context, [...path, "needs"], entry.needs ?? [], factNames);
  const when = compileAt(context, [...path, "when"], {
    text: entry.when,
    variables,
    expects: BOOL,
  });
  const outcome = compileOutcome(context, [...path, "outcome"], entry.outcome, variables);
  if (when === undefined) return [];
  const mistake = mistakeIn(entry.outcome.obligations, when, factNames.size, params);
  if (mistake !== undefined) {
    report(context, [...path, "outcome", "obligations"], {
      code: "POLICY_OUTCOME_INVALID",
      message: mistake,
    });
  }
  const message = compileTemplateAt(context, [...path, "message"], entry.message, variables);
  return [{ facts: new Set(entry.facts), needs: entry.needs ?? [], when, outcome, message }];
}

function checkFactNames(
  context: CompileContext,
  path: readonly string[],
  names: readonly string[],
  factNames: ReadonlySet<string>,
): void {
  for (const [index, name] of names.entries()) {
    if (factNames.has(name)) continue;
    report(context, [...path, String(index)], {
      code: "POLICY_UNKNOWN_NAME",
      message: `there is no fact \`${name}\``,
      ...suggestion(nearest(name, factNames)),
    });
  }
}

/** Never nothing, a proof or a patch alone; disruption only where a param that is off by default asks for it. */
function mistakeIn(
  obligations: readonly string[],
  when: Program,
  factCount: number,
  params: CompiledParams,
): string | undefined {
  const contradiction = contradictionIn(obligations);
  if (contradiction !== undefined) return contradiction;
  if (!isDisruptive(obligations)) {
    return obligations.includes("verify")
      ? undefined
      : "what is done in ignorance must at least `verify`: a proof or a patch alone would accept what is not known";
  }
  const atDefaults = evaluateCondition(when, {
    at: (slot) =>
      slot < factCount
        ? new Unknown([{ name: "any fact" }])
        : (params.defaults[slot - factCount] ?? new Unknown([{ name: "variable" }])),
  });
  return atDefaults.may === FALSE
    ? undefined
    : "a restart or reboot in ignorance needs a param that is off by default in `when`";
}
