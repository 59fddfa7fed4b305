import type { CheckedOf } from "./checked.ts";
import { type Code, type CompileContext, code } from "./code.ts";
import type { Frame, Run } from "./frame.ts";
import {
  ERROR,
  FALSE,
  fromTruth,
  joinTruths,
  notSet,
  TRUE,
  truthErrorOf,
  truthOf,
} from "./truth.ts";
import { causesOf, unite } from "./unknown.ts";
import type { CelError, CelValue } from "./value.ts";

type Logic = CheckedOf<"logic">;

export function compileLogic(context: CompileContext, { operator, operands }: Logic): Code {
  return code(
    joinRuns(
      operator,
      operands.map((operand) => context.compile(operand).run),
    ),
  );
}

/** Grouping does not matter, so a chain is a balanced tree of pairs. */
function joinRuns(operator: Logic["operator"], runs: readonly Run[]): Run {
  const [first = () => operator === "&&", second] = runs;
  if (second === undefined) return first;
  const half = runs.length >> 1;
  const left = joinRuns(operator, runs.slice(0, half));
  const right = joinRuns(operator, runs.slice(half));
  const deciding = operator === "||";
  return (frame) => {
    const a = left(frame);
    if (a === deciding) return deciding;
    const b = right(frame);
    if (b === deciding) return deciding;
    if (typeof a === "boolean" && typeof b === "boolean") return !deciding;
    return joinTruths(operator, [a, b]);
  };
}

export function compileNot(context: CompileContext, { operand }: CheckedOf<"not">): Code {
  const { run } = context.compile(operand);
  return code((frame) => {
    const value = run(frame);
    return typeof value === "boolean" ? !value : negate(value);
  });
}

function negate(value: CelValue): CelValue {
  return fromTruth(notSet(truthOf(value)), causesOf([value]), truthErrorOf(value));
}

export function compileConditional(context: CompileContext, node: CheckedOf<"conditional">): Code {
  const condition = context.compile(node.condition).run;
  const whenTrue = context.compile(node.whenTrue).run;
  const whenFalse = context.compile(node.whenFalse).run;
  return code((frame) => {
    const value = condition(frame);
    if (value === true) return whenTrue(frame);
    if (value === false) return whenFalse(frame);
    return uniteBranches(frame, value, [whenTrue, whenFalse]);
  });
}

/** The condition is not known: what the ways that it may take have in common, or all of it. */
function uniteBranches(
  frame: Frame,
  condition: CelValue,
  [whenTrue, whenFalse]: readonly [Run, Run],
): CelValue {
  const set = truthOf(condition);
  const error: CelError | undefined = truthErrorOf(condition);
  const members: CelValue[] = [];
  if ((set & TRUE) !== 0) members.push(whenTrue(frame));
  if ((set & FALSE) !== 0) members.push(whenFalse(frame));
  if ((set & ERROR) !== 0 && error !== undefined) members.push(error);
  return unite(members, causesOf([condition]));
}
