import type { Evidence } from "../decision.ts";
import type { Possibility } from "../rules/rule-result.ts";
import { describeError } from "./describe-error.ts";
import { evidenceOf, renderFor } from "./explain-rule.ts";
import { credentialOf, type Part, ruleName } from "./node-part.ts";

interface Explanation {
  readonly reason: string;
  readonly message: string;
  readonly evidence: readonly Evidence[];
}

/**
 * Why something is to be done with a node: by the part that its action comes from. Where it has several
 * credentials each is named, and the others that ask for something say why as well.
 */
export function explainNode(leading: Part, parts: readonly Part[]): Explanation {
  const others = parts.filter(
    (part) => part !== leading && credentialOf(part) !== undefined && (part.toDo ?? 0) !== 0,
  );
  const first = explanationOf(leading);
  if (others.length === 0) return { ...first, message: told([leading], first.message) };
  const byMessage = new Map([[first.message, [leading]]]);
  const evidence = new Map(first.evidence.map((each) => [JSON.stringify(each), each]));
  for (const part of others) {
    const explained = explanationOf(part);
    byMessage.set(explained.message, [...(byMessage.get(explained.message) ?? []), part]);
    for (const each of explained.evidence) evidence.set(JSON.stringify(each), each);
  }
  return {
    reason: first.reason,
    message: [...byMessage].map(([message, those]) => told(those, message)).join("; "),
    evidence: [...evidence.values()],
  };
}

/** A message after the credentials that it is about, where that has to be said. */
function told(parts: readonly Part[], message: string): string {
  const names = parts.flatMap((part) => credentialOf(part) ?? []);
  return names.length === 0 ? message : `${names.join(", ")}: ${message}`;
}

function explanationOf(part: Part): Explanation {
  const { result, judged } = part;
  const { decided, meanwhile, policy } = result;
  if (decided === undefined && meanwhile !== undefined) {
    return {
      reason: meanwhile.outcome.reason,
      message: renderFor(policy, meanwhile.entry.message, judged),
      evidence: evidenceOf(policy, { condition: meanwhile.entry.when }, judged),
    };
  }
  const way = decided ?? result.possible.at(-1);
  if (way === undefined) return { reason: "NoRuleApplies", message: "", evidence: [] };
  return { ...reasonOf(part, way), evidence: evidenceOf(policy, way.rule, judged) };
}

function reasonOf(part: Part, way: Possibility): Pick<Explanation, "reason" | "message"> {
  if (way.outcome === undefined) {
    return {
      reason: "RuleFailed",
      message: `rule ${ruleName(part, way.rule)} failed: ${describeError(part.result.policy, way.rule, part.judged, way.error)}`,
    };
  }
  return {
    reason: way.outcome.reason,
    message: renderFor(part.result.policy, way.rule.message, part.judged),
  };
}
