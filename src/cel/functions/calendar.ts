import { Duration, Timestamp } from "../time.ts";
import type { CelValue } from "../value.ts";
import type { Overload } from "./overload.ts";

const MS_PER_DAY = 86_400_000;

/** Parts of an instant, in UTC; months and days of the month count from 0 unless the name says otherwise. */
const timestampParts: Readonly<Record<string, (date: Date) => number>> = {
  getFullYear: (date) => date.getUTCFullYear(),
  getMonth: (date) => date.getUTCMonth(),
  getDate: (date) => date.getUTCDate(),
  getDayOfMonth: (date) => date.getUTCDate() - 1,
  getDayOfWeek: (date) => date.getUTCDay(),
  getDayOfYear: (date) => {
    const newYear = new Date(date.getTime());
    newYear.setUTCMonth(0, 1);
    return Math.round((date.getTime() - newYear.getTime()) / MS_PER_DAY);
  },
  getHours: (date) => date.getUTCHours(),
  getMinutes: (date) => date.getUTCMinutes(),
  getSeconds: (date) => date.getUTCSeconds(),
};

const secondsPerUnit: Readonly<Record<string, number>> = {
  getHours: 3600,
  getMinutes: 60,
  getSeconds: 1,
};

function getter(
  name: string,
  parameter: "timestamp" | "duration",
  get: (value: CelValue | undefined) => number,
): Overload {
  return {
    name,
    isMethod: true,
    parameters: [parameter],
    result: { kind: "int" },
    // Adding 0 turns -0 into 0: an int has no negative zero.
    apply: ([value]) => get(value) + 0,
  };
}

function millisecondsOf(value: CelValue | undefined): number {
  const hasNanos = value instanceof Timestamp || value instanceof Duration;
  return hasNanos ? Math.trunc(value.nanos / 1_000_000) : 0;
}

export const calendarOverloads: readonly Overload[] = [
  ...Object.entries(timestampParts).map(([name, part]) =>
    getter(name, "timestamp", (value) =>
      value instanceof Timestamp ? part(new Date(value.seconds * 1000)) : 0,
    ),
  ),
  ...Object.entries(secondsPerUnit).map(([name, unit]) =>
    getter(name, "duration", (value) =>
      value instanceof Duration ? Math.trunc(value.seconds / unit) : 0,
    ),
  ),
  getter("getMilliseconds", "timestamp", millisecondsOf),
  getter("getMilliseconds", "duration", millisecondsOf),
];
