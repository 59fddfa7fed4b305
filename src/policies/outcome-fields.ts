import { isAboutNodes, type SubjectKind } from "../engine/facts/subject.ts";
import { type CompileContext, report } from "./compile-context.ts";
import type { OtherwiseDocument, OutcomeDocument, PolicyDocument } from "./policy-document.ts";

type Mode = "first" | "all";
type Field = "state" | "obligations" | "blocked" | "wait" | "patchUnless" | "stalled";

/**
 * The fields, beside `reason` and `denies`, that an outcome about a subject may have. Only gates and nodes
 * have one outcome each (mode `first`); what rules say of anything else are findings.
 */
const allowed: Readonly<Record<SubjectKind, Readonly<Partial<Record<Mode, readonly Field[]>>>>> = {
  gate: { first: ["state"], all: [] },
  gatedFleet: { all: ["stalled"] },
  fleet: { all: [] },
  node: { first: ["obligations", "blocked", "wait", "patchUnless"], all: [] },
  nodeConfig: { first: ["obligations", "blocked", "wait", "patchUnless"], all: [] },
  nodeCredential: { first: ["obligations", "blocked", "wait", "patchUnless"], all: [] },
  credential: { all: [] },
  step: { all: [] },
  source: { all: [] },
  kustomization: { all: [] },
};

/** Reports a mode in which the subject cannot be judged. */
export function checkMode(context: CompileContext, { spec }: PolicyDocument): void {
  if (allowed[spec.subject][spec.mode] !== undefined) return;
  report(context, ["spec", "mode"], {
    code: "POLICY_OUTCOME_INVALID",
    message: `a \`${spec.subject}\` has no single outcome: what rules say of it are findings`,
    help: "write `mode: all`",
  });
}

/** Reports fields that the subject does not know, and outcomes that say too little or contradict themselves. */
export function checkOutcome(
  context: CompileContext,
  policy: PolicyDocument,
  path: readonly string[],
  outcome: OutcomeDocument | OtherwiseDocument,
): void {
  // What is wrong with the mode is told; what it would ask of outcomes is not known.
  if (context.isFilled(["spec", "mode"])) return;
  const { subject, mode } = policy.spec;
  const fields: readonly Field[] = [
    "state",
    "obligations",
    "blocked",
    "wait",
    "patchUnless",
    "stalled",
  ];
  for (const field of fields) {
    if (!(field in outcome) || (allowed[subject][mode] ?? []).includes(field)) continue;
    report(context, [...path, field], {
      at: "key",
      code: "POLICY_OUTCOME_INVALID",
      message: `an outcome about a \`${subject}\` in mode \`${mode}\` has no \`${field}\``,
    });
  }
  const missing = missingField({ subject, mode }, outcome);
  if (missing !== undefined)
    report(context, path, { code: "POLICY_OUTCOME_INVALID", message: missing });
}

function missingField(
  { subject, mode }: Pick<PolicyDocument["spec"], "subject" | "mode">,
  outcome: OutcomeDocument | OtherwiseDocument,
): string | undefined {
  if (mode !== "first") return undefined;
  if (subject === "gate" && outcome.state === undefined) return "the outcome says no `state`";
  if (!isAboutNodes(subject)) return undefined;
  const { obligations, blocked, wait } = { wait: undefined, ...outcome };
  const said = [obligations, blocked, wait].filter((field) => field !== undefined);
  if (said.length === 0) return "the outcome says neither `obligations` nor `blocked` nor `wait`";
  if (said.length > 1) return "the outcome says more than one of `obligations`, `blocked`, `wait`";
  return obligations && contradictionIn(obligations);
}

/** Why these obligations cannot all be meant, if they cannot. */
export function contradictionIn(obligations: readonly string[]): string | undefined {
  return obligations.includes("reboot") && obligations.includes("restart")
    ? "a reboot restarts the runtime: `obligations` cannot ask for both"
    : undefined;
}
