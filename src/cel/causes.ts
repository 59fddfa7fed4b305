import { isList, isRecord } from "./kinds.ts";
import {
  CelOptional,
  type CelValue,
  PartialList,
  PartialMap,
  Unknown,
  type UnknownCause,
} from "./value.ts";

type Causes = ReadonlySet<UnknownCause>;

/** Every cause that stands in some values, however deep; each once, first seen first. */
export function causesOf(values: readonly CelValue[]): readonly UnknownCause[] {
  const compound = values.filter(isCompound);
  const [only] = compound;
  // The usual case: one unknown, of scalars.
  if (compound.length === 1 && only instanceof Unknown && !only.bounds.oneOf?.some(isCompound)) {
    return only.causes;
  }
  const found = new Set<UnknownCause>();
  for (const value of compound) for (const cause of causesIn(value)) found.add(cause);
  return [...found];
}

/** Something that is being gone through. */
interface Visit {
  readonly value: object;
  readonly parts: readonly CelValue[];
  next: number;
  /** How many values were met in it so far. */
  met: number;
  causes: Set<UnknownCause> | undefined;
}

/** How many values something must hold for its causes to be kept: loops come by large ones again and again. */
const KEPT_MIN = 256;

// Values never change, so that this only saves time.
const kept = new WeakMap<object, Causes>();
const noCauses: Causes = new Set();

function causesIn(root: object & CelValue): Causes {
  const before = kept.get(root);
  if (before !== undefined) return before;
  let visit = visitOf(root);
  const outer: Visit[] = [];
  for (;;) {
    if (visit.next < visit.parts.length) {
      const part = visit.parts[visit.next++] ?? null;
      visit.met++;
      if (!isCompound(part)) continue;
      const known = kept.get(part);
      if (known !== undefined) {
        addAll(visit, known, KEPT_MIN);
        continue;
      }
      outer.push(visit);
      visit = visitOf(part);
      continue;
    }
    const { value, met, causes = noCauses } = visit;
    if (met > KEPT_MIN) kept.set(value, causes);
    const above = outer.pop();
    if (above === undefined) return causes;
    addAll(above, causes, met);
    visit = above;
  }
}

function addAll(visit: Visit, causes: Causes, met: number): void {
  visit.met += met;
  if (causes.size === 0) return;
  visit.causes ??= new Set();
  for (const cause of causes) visit.causes.add(cause);
}

function visitOf(value: object & CelValue): Visit {
  const visit: Visit = { value, parts: partsOf(value), next: 0, met: 0, causes: undefined };
  if (value instanceof Unknown || value instanceof PartialList || value instanceof PartialMap) {
    addAll(visit, new Set(value.causes), 0);
  }
  return visit;
}

function isCompound(value: CelValue): value is object & CelValue {
  return typeof value === "object" && value !== null;
}

function partsOf(value: CelValue): readonly CelValue[] {
  if (isList(value)) return value;
  if (value instanceof Unknown) return value.bounds.oneOf ?? [];
  if (value instanceof PartialList) return value.items;
  if (value instanceof CelOptional) return value.value === undefined ? [] : [value.value];
  if (value instanceof PartialMap) return Object.values(value.seen);
  if (value instanceof Map) return [...value.values()];
  return isRecord(value) ? Object.values(value) : [];
}
