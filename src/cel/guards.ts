import { type CheckContext, report } from "./check-context.ts";
import type { Checked, CheckedOf, Path } from "./checked.ts";

/** What the guards of an expression come to. */
interface GuardedReads {
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
  const walk: Walk = { ...context, guarded: new Set(), absences: new Map(), guards: undefined };
  return { mayBeAbsent: visit(walk, root), guarded: walk.guarded };
}

interface Walk extends Pick<CheckContext, "text" | "problems"> {
  readonly guarded: Set<Checked>;
  readonly absences: Map<Checked, Absences>;
  readonly guards: Guards | undefined;
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

/** Visits a node; tells whether it may be null because something is absent. */
function visit(walk: Walk, node: Checked): boolean {
  switch (node.kind) {
    case "constant":
      return node.value === null;
    case "variable":
    case "local":
    case "field":
    case "key":
      return visitPath(walk, node);
    case "dyn":
      return visit(walk, node.operand);
    case "conditional":
      return visitConditional(walk, node);
    case "has":
      visitTested(walk, node.path);
      return false;
    case "logic":
      visitLogic(walk, node);
      return false;
    default: {
      const { demanded = [], free = [] } = operandsOf(node);
      for (const operand of demanded) demand(walk, operand);
      for (const operand of free) visit(walk, operand);
      if (node.kind === "equality") visitEquality(walk, node);
      return false;
    }
  }
}

/** Operands that must not be absent, and those that may be. */
interface Operands {
  readonly demanded?: readonly Checked[];
  readonly free?: readonly Checked[];
}

function operandsOf(node: Checked): Operands {
  switch (node.kind) {
    case "not":
      return { demanded: [node.operand] };
    case "order":
      return { demanded: [node.left, node.right] };
    case "membership":
      return { demanded: [node.right], free: [node.left] };
    case "list":
      return { free: node.elements };
    case "map":
      return {
        demanded: node.entries.map(([key]) => key),
        free: node.entries.map(([, value]) => value),
      };
    case "macro": {
      const isThere = (part: Checked | undefined): part is Checked => part !== undefined;
      const demanded = [node.range, node.predicate].filter(isThere);
      return { demanded, free: [node.transform].filter(isThere) };
    }
    case "call": {
      const takesAny = (index: number): boolean =>
        node.overloads.every(({ parameters }) => parameters[index] === "any");
      const demanded = node.args.filter((_, index) => !takesAny(index));
      return { demanded, free: node.args.filter((_, index) => takesAny(index)) };
    }
    default:
      return {};
  }
}

/** Visits an operand that must not be absent. */
function demand(walk: Walk, node: Checked): void {
  if (!visit(walk, node) || node.kind === "constant") return;
  const text = walk.text.slice(node.offset, node.end);
  const isPath = keyOf(node) !== undefined;
  const help = isPath ? `guard it: \`${text} != null && …\`` : "give it a value for null";
  report(walk, node, { code: "EXPRESSION_UNGUARDED", message: `\`${text}\` may be absent`, help });
}

function visitPath(walk: Walk, node: Path): boolean {
  const key = keyOf(node);
  const isPresent = key !== undefined && isGuarded(walk.guards, key);
  if (isPresent) walk.guarded.add(node);
  if (node.kind === "variable") return node.mayBeAbsent && !isPresent;
  if (node.kind === "field") {
    const isOperandAbsent = visit(walk, node.operand);
    return (isOperandAbsent || node.mayBeAbsent) && !isPresent;
  }
  if (node.kind === "key") demandParts(walk, node);
  return false;
}

function demandParts(walk: Walk, { operand, key }: CheckedOf<"key">): void {
  demand(walk, operand);
  demand(walk, key);
}

/** Visits what a guard asks about: never as guarded, or it would always be true. */
function visitTested(walk: Walk, path: Checked): void {
  if (path.kind === "field") visitTested(walk, path.operand);
  else if (path.kind === "key") demandParts(walk, path);
  else if (path.kind !== "variable" && path.kind !== "local") visit(walk, path);
}

function visitEquality(walk: Walk, node: CheckedOf<"equality">): void {
  const tested = nullTested(node);
  for (const side of [node.left, node.right]) {
    if (side === tested) visitTested(walk, side);
    else visit(walk, side);
  }
}

function visitLogic(walk: Walk, { operator, operands }: CheckedOf<"logic">): void {
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
    demand({ ...walk, guards: { has, outer: walk.guards } }, operand);
  }
}

function visitConditional(walk: Walk, node: CheckedOf<"conditional">): boolean {
  demand(walk, node.condition);
  const { makeFalse, makeTrue } = absencesOf(walk, node.condition);
  const visitBelow = (keys: PathKeys, branch: Checked): boolean =>
    visit({ ...walk, guards: { has: (key) => keys.has(key), outer: walk.guards } }, branch);
  const isTrueAbsent = visitBelow(makeFalse, node.whenTrue);
  const isFalseAbsent = visitBelow(makeTrue, node.whenFalse);
  return isTrueAbsent || isFalseAbsent;
}
