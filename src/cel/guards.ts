/**
 * Tells whether a path is guarded where it is read, so that it counts as present.
 *
 * In `a && b` a read of `p` in one side is guarded when the absence of `p` alone makes the other side
 * false; in `a || b` when it makes it true; the branches of `c ? a : b` are guarded by `c`.
 */
export type Guards = (key: string) => boolean;

export const noGuards: Guards = () => false;

/** Texts for paths, the same for the same path. */
export type PathKeys = ReadonlySet<string>;

/** Paths whose absence alone makes a node false, and those whose absence makes it true. */
export interface Absences {
  readonly makeFalse: PathKeys;
  readonly makeTrue: PathKeys;
}

const none: PathKeys = new Set();
export const noAbsences: Absences = { makeFalse: none, makeTrue: none };

/** A place that is read through: presence is asked of these. */
export interface Path {
  /** Undefined if it depends on what is read, as `a[i]` does. */
  readonly key: string | undefined;
  /** The path and what must be there for it to be: structs are selected through, maps are not. */
  readonly keys: PathKeys;
  /** How to get there through records, which alone can have the names on the way. */
  readonly route?: Route | undefined;
}

/** A variable, by its slot or its place among the locals, and the names below it. */
export interface Route {
  readonly root: "slot" | "local";
  readonly at: number;
  readonly names: readonly string[];
}

export const noPath: Path = { key: undefined, keys: none };

/** The path of a root, or of what stands below another path under a name. */
export function pathOf(key: string | undefined, through: PathKeys = none, route?: Route): Path {
  return { key, keys: key === undefined ? through : new Set([key, ...through]), route };
}

/** The way to what stands below a path. Other names are looked up with more care. */
export function routeBelow(above: Path | undefined, name: string): Route | undefined {
  const { route } = above ?? noPath;
  if (route === undefined || name in Object.prototype) return undefined;
  return { ...route, names: [...route.names, name] };
}

export function keyBelow(above: Path | undefined, name: string): string | undefined {
  return above?.key === undefined ? undefined : `${above.key}.${JSON.stringify(name)}`;
}

export function negateAbsences({ makeFalse, makeTrue }: Absences): Absences {
  return { makeFalse: makeTrue, makeTrue: makeFalse };
}

/** What the absences of the operands of a chain make of the chain. */
export function joinAbsences(operator: "&&" | "||", operands: readonly Absences[]): Absences {
  if (operator === "||") return negateAbsences(joinAbsences("&&", operands.map(negateAbsences)));
  const [first = none, ...others] = operands.map(({ makeTrue }) => makeTrue);
  return {
    makeFalse: new Set(operands.flatMap(({ makeFalse }) => [...makeFalse])),
    makeTrue: new Set([...first].filter((key) => others.every((other) => other.has(key)))),
  };
}

/** For each operand of a chain the guards within it: those around the chain and the other operands. */
export function guardsInChain(deciding: readonly PathKeys[], around: Guards): readonly Guards[] {
  // How many operands guard a path: one is guarded by another if there is more than itself.
  const counts = new Map<string, number>();
  for (const key of deciding.flatMap((keys) => [...keys])) {
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  return deciding.map(
    (own) => (key) => (counts.get(key) ?? 0) > (own.has(key) ? 1 : 0) || around(key),
  );
}
