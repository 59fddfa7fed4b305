import { type CheckContext, report } from "./check-context.ts";
import type { Checked, CheckedOf, Macro, Path } from "./checked.ts";

/** What the guards of an expression come to. */
export interface GuardedReads {
  /** Reads that count as present: were they absent, something else would decide without them. */
  readonly guarded: ReadonlySet<Checked>;
  /** Whether the whole expression may be null because something is absent. */
  readonly mayBeAbsent: boolean;
}

/**
 * Finds which reads are guarded, and reports operands that may be absent and are not.
 *
 * In `a && b` a read of `p` in one side is guarded when the absence of `p` alone makes the other side
 * false; in `a || b` when it makes it true; the branches of `c ? a : b` are guarded by `c`.
 */
export function findGuardedReads(
  context: Pick<CheckContext, "text" | "problems">,
  root: Checked,
): GuardedReads {
  const walk: Walk = { ...context, guarded: new Set(), absences: new Map() };
  return { mayBeAbsent: visit(walk, root, undefined), guarded: walk.guarded };
}

interface Walk extends Pick<CheckContext, "text" | "problems"> {
  readonly guarded: Set<Checked>;
  readonly absences: Map<Checked, Absences>;
}

type PathKeys = ReadonlySet<string>;

/** Paths whose absence alone makes a node false, and those whose absence makes it true. */
interface Absences {
  readonly makeFalse: PathKeys;
  readonly makeTrue: PathKeys;
}

/** The guards around a node, innermost first. */
interface Guards {
  readonly has: (key: string) => boolean;
  readonly outer: Guards | undefined;
}

const none: PathKeys = new Set();
const noAbsences: Absences = { makeFalse: none, makeTrue: none };

function isGuarded(guards: Guards | undefined, key: string): boolean {
  for (let each = guards; each !== undefined; each = each.outer) if (each.has(key)) return true;
  return false;
}

/** A text for a path that is the same for the same path; undefined for what is no path. */
function keyOf(node: Checked): string | undefined {
  switch (node.kind) {
    case "variable":
      return `v${node.slot}`;
    case "local":
      return `l${node.index}`;
    case "field": {
      const operand = keyOf(node.operand);
      return operand && `${operand}.${JSON.stringify(node.field)}`;
    }
    case "key": {
      const operand = keyOf(node.operand);
      const { key } = node;
      const isText = key.kind === "constant" && typeof key.value === "string";
      return operand && isText ? `${operand}.${JSON.stringify(key.value)}` : undefined;
    }
    default:
      return undefined;
  }
}

/** A path and what must be there for it to be: structs are selected through, maps are not. */
function pathKeys(node: Checked): PathKeys {
  const keys = new Set<string>();
  for (let each = node; ; each = each.operand) {
    const key = each === node || each.kind !== "key" ? keyOf(each) : undefined;
    if (key !== undefined) keys.add(key);
    if (each.kind !== "field") return keys;
  }
}

function absencesOf(walk: Walk, node: Checked): Absences {
  const found = walk.absences.get(node) ?? findAbsences(walk, node);
  walk.absences.set(node, found);
  return found;
}

function findAbsences(walk: Walk, node: Checked): Absences {
  switch (node.kind) {
    case "has":
      return { makeFalse: pathKeys(node.path), makeTrue: none };
    case "equality": {
      const tested = nullTested(node);
      if (tested === undefined) return noAbsences;
      const keys = pathKeys(tested);
      return node.isNegated
        ? { makeFalse: keys, makeTrue: none }
        : { makeFalse: none, makeTrue: keys };
    }
    case "membership": {
      const { offset, end, type } = node;
      const key = { kind: "key", operand: node.right, key: node.left, offset, end, type } as const;
      const text = keyOf(key);
      return text === undefined ? noAbsences : { makeFalse: new Set([text]), makeTrue: none };
    }
    case "not": {
      const { makeFalse, makeTrue } = absencesOf(walk, node.operand);
      return { makeFalse: makeTrue, makeTrue: makeFalse };
    }
    case "logic": {
      const each = node.operands.map((operand) => absencesOf(walk, operand));
      const falses = each.map((absences) => absences.makeFalse);
      const trues = each.map((absences) => absences.makeTrue);
      return node.operator === "&&"
        ? { makeFalse: union(falses), makeTrue: intersection(trues) }
        : { makeFalse: intersection(falses), makeTrue: union(trues) };
    }
    default:
      return noAbsences;
  }
}

function union(sets: readonly PathKeys[]): PathKeys {
  return new Set(sets.flatMap((set) => [...set]));
}

function intersection([first = none, ...others]: readonly PathKeys[]): PathKeys {
  return new Set([...first].filter((key) => others.every((other) => other.has(key))));
}

/** The path that is compared with null. A map's key is none: null is not absence there. */
function nullTested({ left, right }: CheckedOf<"equality">): Path | undefined {
  const isNull = (node: Checked): boolean => node.kind === "constant" && node.value === null;
  const tested = isNull(right) ? left : isNull(left) ? right : undefined;
  const isPath =
    tested?.kind === "variable" || tested?.kind === "field" || tested?.kind === "local";
  return isPath ? tested : undefined;
}

/** Visits a node below its guards; tells whether it may be null because something is absent. */
function visit(walk: Walk, node: Checked, guards: Guards | undefined): boolean {
  switch (node.kind) {
    case "constant":
      return node.value === null;
    case "invalid":
      return false;
    case "variable":
    case "local":
    case "field":
    case "key":
      return visitPath(walk, node, guards);
    case "has":
      visitTested(walk, node.path, guards);
      return false;
    case "logic":
      visitLogic(walk, node, guards);
      return false;
    case "conditional":
      return visitConditional(walk, node, guards);
    case "equality":
      visitEquality(walk, node, guards);
      return false;
    case "membership":
      visit(walk, node.left, guards);
      demand(walk, node.right, guards);
      return false;
    case "macro":
      visitMacro(walk, node, guards);
      return false;
    case "dyn":
      return visit(walk, node.operand, guards);
    case "list":
      for (const element of node.elements) visit(walk, element, guards);
      return false;
    default:
      visitStrict(walk, node, guards);
      return false;
  }
}

/** Visits operands none of which may be absent. */
function visitStrict(
  walk: Walk,
  node: CheckedOf<"map" | "not" | "order" | "call">,
  guards: Guards | undefined,
): void {
  switch (node.kind) {
    case "map":
      for (const [key, value] of node.entries) {
        demand(walk, key, guards);
        visit(walk, value, guards);
      }
      return;
    case "not":
      demand(walk, node.operand, guards);
      return;
    case "order":
      demand(walk, node.left, guards);
      demand(walk, node.right, guards);
      return;
    case "call":
      for (const [index, arg] of node.args.entries()) {
        const takesAny = node.overloads.every(({ parameters }) => parameters[index] === "any");
        if (takesAny) visit(walk, arg, guards);
        else demand(walk, arg, guards);
      }
  }
}

/** Visits an operand that must not be absent. */
function demand(walk: Walk, node: Checked, guards: Guards | undefined): void {
  if (!visit(walk, node, guards) || node.kind === "constant") return;
  const text = walk.text.slice(node.offset, node.end);
  report(walk, node, {
    code: "EXPRESSION_UNGUARDED",
    message: `\`${text}\` may be absent`,
    help:
      keyOf(node) === undefined ? "give it a value for null" : `guard it: \`${text} != null && …\``,
  });
}

function visitPath(walk: Walk, node: Path, guards: Guards | undefined): boolean {
  const key = keyOf(node);
  const isPresent = key !== undefined && isGuarded(guards, key);
  if (isPresent) walk.guarded.add(node);
  switch (node.kind) {
    case "variable":
      return node.mayBeAbsent && !isPresent;
    case "local":
      return false;
    case "field": {
      const isOperandAbsent = visit(walk, node.operand, guards);
      return (isOperandAbsent || node.mayBeAbsent) && !isPresent;
    }
    case "key":
      demand(walk, node.operand, guards);
      demand(walk, node.key, guards);
      return false;
  }
}

/** Visits what a guard asks about: never as guarded, or it would always be true. */
function visitTested(walk: Walk, path: Checked, guards: Guards | undefined): void {
  if (path.kind === "field") visitTested(walk, path.operand, guards);
  else if (path.kind === "key") {
    demand(walk, path.operand, guards);
    demand(walk, path.key, guards);
  } else if (path.kind !== "variable" && path.kind !== "local") visit(walk, path, guards);
}

function visitEquality(walk: Walk, node: CheckedOf<"equality">, guards: Guards | undefined): void {
  const tested = nullTested(node);
  for (const side of [node.left, node.right]) {
    if (side === tested) visitTested(walk, side, guards);
    else visit(walk, side, guards);
  }
}

function visitLogic(
  walk: Walk,
  { operator, operands }: CheckedOf<"logic">,
  guards: Guards | undefined,
): void {
  const sets = operands.map((operand) => {
    const { makeFalse, makeTrue } = absencesOf(walk, operand);
    return operator === "&&" ? makeFalse : makeTrue;
  });
  // How many operands guard a path: one is guarded by another if there is more than itself.
  const counts = new Map<string, number>();
  for (const key of sets.flatMap((set) => [...set])) counts.set(key, (counts.get(key) ?? 0) + 1);
  for (const [index, operand] of operands.entries()) {
    const own = sets[index] ?? none;
    const has = (key: string): boolean => (counts.get(key) ?? 0) > (own.has(key) ? 1 : 0);
    demand(walk, operand, counts.size === 0 ? guards : { has, outer: guards });
  }
}

function visitConditional(
  walk: Walk,
  node: CheckedOf<"conditional">,
  guards: Guards | undefined,
): boolean {
  demand(walk, node.condition, guards);
  const { makeFalse, makeTrue } = absencesOf(walk, node.condition);
  const hasTrue = visit(walk, node.whenTrue, { has: (key) => makeFalse.has(key), outer: guards });
  const hasFalse = visit(walk, node.whenFalse, { has: (key) => makeTrue.has(key), outer: guards });
  return hasTrue || hasFalse;
}

function visitMacro(walk: Walk, node: Macro, guards: Guards | undefined): void {
  demand(walk, node.range, guards);
  if (node.predicate !== undefined) demand(walk, node.predicate, guards);
  if (node.transform !== undefined) visit(walk, node.transform, guards);
}
