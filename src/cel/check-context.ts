import type { Expression, Span } from "./ast.ts";
import type { Checked } from "./checked.ts";
import type { ExpressionProblem } from "./expression.ts";
import type { DeclaredVariable, LocalScope } from "./scope.ts";
import type { CelType } from "./type.ts";
import { BOOL, DYN, describeType, isAssignable } from "./types.ts";

/** What one check works with. */
export interface CheckContext {
  readonly text: string;
  readonly variables: ReadonlyMap<string, DeclaredVariable>;
  readonly problems: ExpressionProblem[];
  /** How many macro variables were seen so far; each has a place of its own. */
  locals: number;
  /** The macro variables that may be read here. */
  scope: LocalScope | undefined;
  /** Checks a part of the expression. */
  readonly check: (node: Expression) => Checked;
}

/** A mistake and, if there is one, the cure. */
interface Complaint {
  readonly code?: ExpressionProblem["code"];
  readonly message: string;
  readonly help?: string | undefined;
}

export function spanOf({ offset, end }: Span): Span {
  return { offset, end };
}

/** Reports a mistake and gives a node that stands for what could not be understood. */
export function invalid(context: CheckContext, span: Span, complaint: Complaint): Checked {
  report(context, span, complaint);
  return { ...spanOf(span), kind: "invalid", type: DYN };
}

export function report(
  context: Pick<CheckContext, "problems">,
  span: Span,
  complaint: Complaint,
): void {
  const { code = "EXPRESSION_TYPE", message, help } = complaint;
  const problem = { code, message, ...spanOf(span) };
  context.problems.push(help === undefined ? problem : { ...problem, help });
}

/** Reports a node whose values can never be of the type that is asked for. */
function requireType(context: CheckContext, node: Checked, expected: CelType): void {
  if (isAssignable(node.type, expected)) return;
  const message = `expected \`${describeType(expected)}\`, found \`${describeType(node.type)}\``;
  report(context, node, { message });
}

export function requireBool(context: CheckContext, node: Checked): void {
  requireType(context, node, BOOL);
}
