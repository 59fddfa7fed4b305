import { CelError } from "../../cel/value.ts";
import { quotePart } from "../../text/quote-part.ts";
import type { Policy, Rule } from "../policy.ts";
import { bindPolicy } from "../rules/policy-bindings.ts";
import type { AnyJudged } from "../subjects.ts";

/** What went wrong in a rule, and in which part of its condition. */
export function describeError(
  policy: Policy,
  rule: Pick<Rule, "condition">,
  judged: AnyJudged,
  { message }: CelError,
): string {
  const { text, trace } = rule.condition;
  const { steps } = trace(bindPolicy(policy, judged.reader));
  // Parts end before what they are part of, so the first one that failed so is the innermost. Others may have failed and not mattered.
  const failed = steps.find(({ value }) => value instanceof CelError && value.message === message);
  if (failed === undefined) return message;
  return `${message}, in ${quotePart(text, failed)}`;
}
