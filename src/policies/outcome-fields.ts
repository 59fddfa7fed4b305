import type { SubjectKind } from "../engine/facts/subject.ts";
import { type CompileContext, report } from "./compile-context.ts";
import type { OtherwiseDocument, OutcomeDocument, PolicyDocument } from "./policy-document.ts";

type Field = "state" | "obligations" | "blocked" | "patchUnless" | "stalled";

/** The fields, beside `reason` and `denies`, that an outcome about a subject may have. */
const allowed: Readonly<Record<`${SubjectKind}/${"first" | "all"}`, readonly Field[]>> = {
  "gate/first": ["state"],
  "gate/all": [],
  "gatedFleet/first": [],
  "gatedFleet/all": ["stalled"],
  "nodeCredential/first": ["obligations", "blocked", "patchUnless"],
  "nodeCredential/all": [],
  "credential/first": [],
  "credential/all": [],
  "step/first": [],
  "step/all": [],
};

/** Reports fields that the subject does not know, and outcomes that say too little or contradict themselves. */
export function checkOutcome(
  context: CompileContext,
  policy: PolicyDocument,
  path: readonly string[],
  outcome: OutcomeDocument | OtherwiseDocument,
): void {
  const kind = `${policy.spec.subject}/${policy.spec.mode}` as const;
  const fields: readonly Field[] = ["state", "obligations", "blocked", "patchUnless", "stalled"];
  for (const field of fields) {
    if (!(field in outcome) || allowed[kind].includes(field)) continue;
    report(context, [...path, field], {
      at: "key",
      code: "POLICY_OUTCOME_INVALID",
      message: `an outcome about a \`${policy.spec.subject}\` in mode \`${policy.spec.mode}\` has no \`${field}\``,
    });
  }
  const missing = missingField(kind, outcome);
  if (missing !== undefined)
    report(context, path, { code: "POLICY_OUTCOME_INVALID", message: missing });
}

function missingField(
  kind: string,
  outcome: OutcomeDocument | OtherwiseDocument,
): string | undefined {
  if (kind === "gate/first" && outcome.state === undefined) return "the outcome says no `state`";
  if (kind !== "nodeCredential/first") return undefined;
  const { obligations, blocked } = outcome;
  if (obligations === undefined && blocked === undefined)
    return "the outcome says neither `obligations` nor `blocked`";
  if (obligations !== undefined && blocked !== undefined)
    return "the outcome says both `obligations` and `blocked`";
  if (obligations?.includes("reboot") && obligations.includes("restart")) {
    return "a reboot restarts the runtime: `obligations` cannot ask for both";
  }
  return undefined;
}
