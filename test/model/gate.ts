import { componentKustomization, markerFile, type ProfileGate } from "../../src/profile/profile.ts";
import type { Snapshot } from "../../src/snapshot/snapshot.ts";
import { distinct, EITHER, everyWay, type Possible } from "./possible.ts";

// rollout-gate.md §1.1 (declared), §2.4 (the window); node-independent.

export type ModelGateState = "inactive" | "active" | "expiring" | "expired" | "invalid";

/** Whole days, both inclusive. */
export interface Bounds {
  readonly warnAgeDays: number;
  readonly failAgeDays: number;
}

const DAY_MS = 86_400_000;

/** States that the gate may be in: more than one where Git was not read. */
export function gateStates(
  snapshot: Snapshot,
  gate: ProfileGate,
  bounds: Bounds,
): Possible<ModelGateState> {
  const today = dayOf(snapshot.takenAt.slice(0, 10)) ?? 0;
  const ways = everyWay<{ isListed: boolean; isOnDelete: boolean; markers: readonly string[] }>({
    isListed: isListed(snapshot, gate),
    isOnDelete: isOnDelete(snapshot, gate),
    markers: markers(snapshot, gate, today),
  });
  return distinct(
    ways.map((way) =>
      way.isListed && way.isOnDelete ? stateOfMarkers(way.markers, today, bounds) : "inactive",
    ),
  );
}

/** §1.1: the kustomization lists the component. */
function isListed({ git }: Snapshot, { declared }: ProfileGate): Possible<boolean> {
  const components = git?.files[declared.kustomization]?.components;
  return components === undefined ? EITHER : [components.includes(declared.component)];
}

/** §1.1: and the component holds the rollout. */
function isOnDelete({ git }: Snapshot, gate: ProfileGate): Possible<boolean> {
  const strategies = git?.files[componentKustomization(gate)]?.strategies;
  if (strategies === undefined) return EITHER;
  const { kind, namespace, name } = gate.declared.strategy;
  const own = strategies.filter(
    (each) => each.kind === kind && each.namespace === namespace && each.name === name,
  );
  return [own.some(({ value }) => value === "OnDelete")];
}

/** The values of the gate's markers. Of a file that was not read: none, or one of any age, or one to come. */
function markers({ git }: Snapshot, gate: ProfileGate, today: number): Possible<readonly string[]> {
  const file = git?.files[markerFile(gate)];
  if (file === undefined)
    return [[], ...[-1, 0, 1, 7, 14, 60, 400].map((age) => [dayText(today - age)])];
  return [
    (file.markers ?? []).filter(({ key }) => key === gate.marker.key).map(({ value }) => value),
  ];
}

/** §2.4, row by row. */
function stateOfMarkers(
  values: readonly string[],
  today: number,
  { warnAgeDays, failAgeDays }: Bounds,
): ModelGateState {
  const [value, another] = values;
  if (value === undefined || another !== undefined) return "invalid";
  const day = dayOf(value);
  if (day === undefined || day > today) return "invalid";
  if (today - day >= failAgeDays) return "expired";
  return today - day >= warnAgeDays ? "expiring" : "active";
}

/** The one day that dates a gate, where there is one that exists. */
export function activationDay(snapshot: Snapshot, gate: ProfileGate): number | undefined {
  const found = markers(snapshot, gate, 0);
  const [value, another] = found.length === 1 ? (found[0] ?? []) : [];
  return value === undefined || another !== undefined ? undefined : dayOf(value);
}

/** Days since 1970 of `YYYY-MM-DD`; undefined: no day that exists. */
function dayOf(text: string): number | undefined {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return undefined;
  const ms = Date.parse(`${text}T00:00:00Z`);
  return Number.isNaN(ms) || dayText(ms / DAY_MS) !== text ? undefined : ms / DAY_MS;
}

export function dayText(day: number): string {
  return new Date(day * DAY_MS).toISOString().slice(0, 10);
}
