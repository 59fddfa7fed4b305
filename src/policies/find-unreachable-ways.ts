import { FALSE, TRUE } from "../cel/truth.ts";
import type { WhenUnknown } from "../engine/policy.ts";
import { type CompileContext, report } from "./compile-context.ts";
import { judgeUnread } from "./judge-unread.ts";

/** Reports what is said for missing facts and never applies: its `when` is false, or an entry above always comes before. */
export function reportUnreachableWays(
  context: CompileContext,
  entries: readonly WhenUnknown[],
): void {
  for (const [index, { facts, when }] of entries.entries()) {
    const path = ["spec", "whenUnknown", String(index)];
    if (judgeUnread(when) === FALSE) {
      report(context, [...path, "when"], {
        code: "POLICY_RULE_UNREACHABLE",
        message: "this never applies: `when` never holds",
        help: "leave it out",
      });
      continue;
    }
    const above = entries
      .slice(0, index)
      .findIndex(
        (other) =>
          other.needs.length === 0 &&
          [...facts].every((fact) => other.facts.has(fact)) &&
          (judgeUnread(other.when) === TRUE || other.when.text === when.text),
      );
    if (above < 0) continue;
    const { line } = context.document.positionAt(["spec", "whenUnknown", String(above)]);
    report(context, path, {
      code: "POLICY_RULE_UNREACHABLE",
      message: `this never applies: wherever it would, the entry at line ${line} does`,
      help: "put it above that one, or leave it out",
    });
  }
}
