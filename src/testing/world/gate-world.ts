/** What is true of one gate: what Git declares, and how the cluster stands, which may be otherwise. */
export interface GateWorld {
  /** The kustomization lists the component. */
  readonly isListed: boolean;
  /** The component holds the rollout. */
  readonly setsOnDelete: boolean;
  /** Comments that date the activation: days since 1970, or a word that is no day. */
  readonly markers: readonly (number | string)[];
  readonly cluster: GateCluster;
}

/** Nothing of it may move the gate's state. */
export interface GateCluster {
  readonly strategy: "OnDelete" | "RollingUpdate";
  /** The recorded count; undefined: none. */
  readonly remembered: string | undefined;
  readonly replicas: number;
  readonly generation: number;
}

/** Whole days; both inclusive. */
export interface GateBounds {
  readonly warnAgeDays: number;
  readonly failAgeDays: number;
}

/** Day and month of a day since 1970, by counting years and months: not as the engine does it. */
export function dayText(day: number): string {
  let [year, left] = [1970, day];
  while (left >= daysOfYear(year)) {
    left -= daysOfYear(year);
    year += 1;
  }
  let month = 1;
  while (left >= daysOfMonth(year, month)) {
    left -= daysOfMonth(year, month);
    month += 1;
  }
  const two = (number: number): string => String(number).padStart(2, "0");
  return `${year}-${two(month)}-${two(left + 1)}`;
}

function isLeap(year: number): boolean {
  return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
}

function daysOfYear(year: number): number {
  return isLeap(year) ? 366 : 365;
}

function daysOfMonth(year: number, month: number): number {
  if (month === 2) return isLeap(year) ? 29 : 28;
  return [4, 6, 9, 11].includes(month) ? 30 : 31;
}
