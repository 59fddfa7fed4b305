import { compareText } from "./compare-text.ts";

/**
 * Stable codes of mistakes in what the caller gave us. Callers switch on them: never rename or reuse one.
 * The prefix says what was being read.
 */
export type ProblemCode =
  // any text
  | "INPUT_SYNTAX"
  | "INPUT_DUPLICATE_KEY"
  | "INPUT_UNSAFE_INTEGER"
  | "INPUT_NOT_JSON"
  | "INPUT_LIMIT"
  | "INPUT_UNREADABLE"
  // snapshot and the files it is assembled from
  | "SNAPSHOT_INVALID"
  | "SNAPSHOT_UNRECOGNIZED"
  | "SNAPSHOT_DUPLICATE_NODE"
  | "SNAPSHOT_CONFLICTING_OBJECT"
  | "SNAPSHOT_ANNOTATION_NOT_STRING"
  | "SNAPSHOT_SECRET_REFUSED"
  | "SNAPSHOT_CREDENTIAL_INVALID"
  | "SNAPSHOT_AMBIGUOUS"
  | "SNAPSHOT_TIME_INVALID"
  // warrants
  | "WARRANT_INVALID"
  | "WARRANT_ALTERED"
  // profile
  | "PROFILE_INVALID"
  | "PROFILE_AMBIGUOUS"
  // effect tables
  | "EFFECT_TABLE_INVALID"
  | "EFFECT_TABLE_DUPLICATE"
  // policy documents, their params and expressions
  | "POLICY_INVALID"
  | "POLICY_DUPLICATE_NAME"
  | "POLICY_UNKNOWN_NAME"
  | "POLICY_OUTCOME_INVALID"
  | "POLICY_PARAM_INVALID"
  | "POLICY_BINDING_INVALID"
  | "POLICY_UNUSED"
  | "POLICY_RULE_UNREACHABLE"
  | "EXPRESSION_SYNTAX"
  | "EXPRESSION_UNKNOWN_NAME"
  | "EXPRESSION_TYPE"
  | "EXPRESSION_UNGUARDED"
  | "EXPRESSION_LIMIT"
  | "EXPRESSION_FAILS"
  // policy tests
  | "TEST_INVALID"
  | "TEST_UNKNOWN_NAME"
  // command line
  | "USAGE_INVALID"
  // patches that are simulated
  | "PATCH_INVALID"
  | "PATCH_TEST_FAILED";

/** Where in a text something is. Lines and columns are 1-based and count UTF-16 code units. */
export interface SourcePosition {
  readonly file: string;
  readonly line: number;
  readonly column: number;
}

/** Where a file starts: for mistakes that are about the whole of it. */
export function startOf(file: string): SourcePosition {
  return { file, line: 1, column: 1 };
}

/**
 * A mistake in input, as data. It never carries the offending value when that may be a secret:
 * `message` names the place and the kind of thing found, not its content.
 */
export interface Problem {
  readonly code: ProblemCode;
  /** Lower-case start, no final full stop, one line, names in backticks. */
  readonly message: string;
  readonly position: SourcePosition | undefined;
  /** What would have been right, where that can be said shortly. */
  readonly expected?: string;
  /** What to do about it. */
  readonly help?: string;
}

/** Either what was read, or every mistake found on the way; never both, never the first mistake only. */
export type Parsed<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly problems: readonly Problem[] };

/** Orders by file, line, column, code, message in code-unit order, so that the same mistakes print the same. */
export function compareProblems(a: Problem, b: Problem): number {
  return (
    compareText(a.position?.file ?? "", b.position?.file ?? "") ||
    (a.position?.line ?? 0) - (b.position?.line ?? 0) ||
    (a.position?.column ?? 0) - (b.position?.column ?? 0) ||
    compareText(a.code, b.code) ||
    compareText(a.message, b.message)
  );
}
