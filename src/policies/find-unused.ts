import { type CompileContext, report } from "./compile-context.ts";
import type { PolicyDocument } from "./policy-document.ts";
import { namesMentioned, namesReadAt, throughVariables } from "./usage.ts";

/** Reports what was declared and has no say in any decision, message or way meanwhile. */
export function reportUnused(context: CompileContext, policy: PolicyDocument): void {
  const variables = (policy.spec.variables ?? []).map(({ name }) => name);
  const params = Object.keys(policy.spec.params?.properties ?? {});
  const names = [
    ...variables.map((name) => `variables.${name}`),
    ...params.map((name) => `params.${name}`),
  ];
  const used = throughVariables(context.usage, variables, [
    // What only holds params against each other decides nothing.
    ...namesReadAt(
      context.usage,
      ([, part]) => part !== "variables" && part !== "paramValidations",
    ),
    ...namesMentioned(context.usage, names),
  ]);
  for (const [index, name] of variables.entries()) {
    if (used.has(`variables.${name}`) || variables.indexOf(name) !== index) continue;
    report(context, ["spec", "variables", String(index), "name"], {
      code: "POLICY_UNUSED",
      message: `variable \`${name}\` is never used`,
      help: "leave it out, or use it",
    });
  }
  for (const name of params) {
    if (used.has(`params.${name}`)) continue;
    report(context, ["spec", "params", "properties", name], {
      at: "key",
      code: "POLICY_UNUSED",
      message: `param \`${name}\` is never used`,
      help: "leave it out, or use it: a check between params decides nothing",
    });
  }
  reportUnreadFacts(context, policy, variables);
}

/** A fact that no condition reads is never missing, so that what is said for that case never applies. */
function reportUnreadFacts(
  context: CompileContext,
  { spec }: PolicyDocument,
  variables: readonly string[],
): void {
  // Then it is not known what conditions read.
  if (context.usage.unread.length > 0) return;
  const read = throughVariables(
    context.usage,
    variables,
    // What an audit rule lacks is never missing: it reports by itself.
    namesReadAt(
      context.usage,
      ([, part, index, field]) =>
        part === "rules" &&
        field === "condition" &&
        spec.rules[Number(index)]?.enforcement !== "audit",
    ),
  );
  for (const [index, { facts, needs = [] }] of (spec.whenUnknown ?? []).entries()) {
    const path = ["spec", "whenUnknown", String(index)];
    for (const [place, fact] of facts.entries()) {
      if (read.has(fact) || !context.factNames.has(fact)) continue;
      report(context, [...path, "facts", String(place)], {
        code: "POLICY_UNUSED",
        message: `no condition reads \`${fact}\`, so it is never missing`,
        help: "leave it out",
      });
    }
    for (const [place, fact] of needs.entries()) {
      if (facts.includes(fact) || !context.factNames.has(fact)) continue;
      report(context, [...path, "needs", String(place)], {
        code: "POLICY_UNUSED",
        message: `\`${fact}\` is not among \`facts\`, so this never applies`,
        help: "add it to `facts`, or leave it out",
      });
    }
  }
}
