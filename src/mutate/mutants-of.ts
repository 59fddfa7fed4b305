import type { Policy } from "../engine/policy.ts";
import type { SourceDocument } from "../input/source-document.ts";
import type { Mutant } from "./mutant.ts";
import { policyChanges } from "./policy-changes.ts";

/** All mutants of a policy, in the order of their places. The same policy gives the same ones. */
export function mutantsOf(document: SourceDocument, policy: Policy): readonly Mutant[] {
  const counts = new Map<string, number>();
  const changes = policyChanges(document, policy)
    .slice()
    .sort((a, b) => a.position.line - b.position.line || a.position.column - b.position.column);
  return changes.map((change) => {
    const { part, kind } = change;
    const name = part.type === "rule" ? part.name : `${part.type}.${part.name}`;
    const stem = `${policy.name}/${name}/${kind}`;
    const count = (counts.get(stem) ?? 0) + 1;
    counts.set(stem, count);
    return { ...change, id: `${stem}/${count}`, policy: policy.name, original: document };
  });
}
