import type { NodeOf } from "./ast.ts";
import { causesOf } from "./causes.ts";
import { type Code, code, type Frame, type Run } from "./code.ts";
import { type Guards, guardsInChain, joinAbsences, negateAbsences, noAbsences } from "./guards.ts";
import { type CheckContext, demand, makeNode, type Node, report, requireType } from "./node.ts";
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
import { BOOL, describeType, isComparable, joinTypes } from "./type.ts";
import { unite } from "./unknown.ts";
import type { CelValue } from "./value.ts";

type Operator = "&&" | "||";

export function checkLogic(context: CheckContext, node: NodeOf<"logic">): Node {
  const { operator } = node;
  const operands = node.operands.map((each) => context.check(each));
  for (const operand of operands) requireType(context, operand, BOOL);
  const all = operands.map(({ absences = noAbsences }) => absences);
  const deciding = all.map(({ makeFalse, makeTrue }) => (operator === "&&" ? makeFalse : makeTrue));
  const compile = (around: Guards): Code => {
    const guards = guardsInChain(deciding, around);
    const runs = operands.map((each, at) => demand(context, each, guards[at] ?? around).run);
    return code(joinRuns(operator, runs));
  };
  return makeNode(node, BOOL, compile, { absences: joinAbsences(operator, all) });
}

/** Grouping does not matter, so a chain is a balanced tree of pairs. */
function joinRuns(operator: Operator, runs: readonly Run[]): Run {
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

export function checkNot(context: CheckContext, node: NodeOf<"unary">): Node {
  const operand = context.check(node.operand);
  requireType(context, operand, BOOL);
  const compile = (guards: Guards): Code => {
    const { run } = demand(context, operand, guards);
    return code((frame) => {
      const value = run(frame);
      if (typeof value === "boolean") return !value;
      return fromTruth(notSet(truthOf(value)), [value], truthErrorOf(value));
    });
  };
  const absences = negateAbsences(operand.absences ?? noAbsences);
  return makeNode(node, BOOL, compile, { absences });
}

export function checkConditional(context: CheckContext, node: NodeOf<"conditional">): Node {
  const condition = context.check(node.condition);
  requireType(context, condition, BOOL);
  const whenTrue = context.check(node.whenTrue);
  const whenFalse = context.check(node.whenFalse);
  if (!isComparable(whenTrue.type, whenFalse.type)) {
    const types = `\`${describeType(whenTrue.type)}\` and \`${describeType(whenFalse.type)}\``;
    report(context, node, { message: `branches have different types: ${types}` });
  }
  const { makeFalse, makeTrue } = condition.absences ?? noAbsences;
  const compile = (around: Guards): Code => {
    const { run } = demand(context, condition, around);
    const first = whenTrue.compile((key) => makeFalse.has(key) || around(key));
    const second = whenFalse.compile((key) => makeTrue.has(key) || around(key));
    return code((frame) => {
      const value = run(frame);
      if (value === true) return first.run(frame);
      return value === false ? second.run(frame) : uniteBranches(frame, value, [first, second]);
    }, first.mayBeAbsent || second.mayBeAbsent);
  };
  return makeNode(node, joinTypes(whenTrue.type, whenFalse.type), compile);
}

/** The condition is not known: what the ways that it may take have in common, or all of it. */
function uniteBranches(
  frame: Frame,
  condition: CelValue,
  [whenTrue, whenFalse]: readonly [Code, Code],
): CelValue {
  const set = truthOf(condition);
  const error = truthErrorOf(condition);
  const members: CelValue[] = [];
  if ((set & TRUE) !== 0) members.push(whenTrue.run(frame));
  if ((set & FALSE) !== 0) members.push(whenFalse.run(frame));
  if ((set & ERROR) !== 0 && error !== undefined) members.push(error);
  return unite(members, causesOf([condition]));
}
