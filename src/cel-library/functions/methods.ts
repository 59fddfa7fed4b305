import { charge } from "../../cel/code.ts";
import { sizeOf } from "../../cel/membership.ts";
import type { Overload } from "../../cel/overload.ts";
import { CelError } from "../../cel/value.ts";
import { Duration, Timestamp } from "../../time/time.ts";
import { zoneOffsetSeconds } from "../../time/zone.ts";
import { searchCost } from "./search-cost.ts";
import { functionOf, methodOf } from "./signature.ts";

type Test = (text: string, part: string) => boolean;

function test(name: string, holds: Test, cost?: (text: string, part: string) => number): Overload {
  const apply: Overload["apply"] = ([text, part], meter) =>
    typeof text === "string" &&
    typeof part === "string" &&
    (cost === undefined || charge(meter, cost(text, part))) &&
    holds(text, part);
  const ofTexts = cost === undefined ? { test: holds } : { test: holds, cost };
  return { ...methodOf(name, ["string", "string"], "bool"), apply, ofTexts };
}

const sizeOverloads: readonly Overload[] = (["string", "bytes", "list", "map"] as const)
  .flatMap((kind) => [functionOf("size", [kind], "int"), methodOf("size", [kind], "int")])
  .map((signature) => ({
    ...signature,
    bounds: { present: true, atLeast: 0 },
    apply: ([value = null], meter) => sizeOf(value, meter),
  }));

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

const secondsPerUnit = { getHours: 3600, getMinutes: 60, getSeconds: 1 } as const;

type Get = (time: Timestamp | Duration) => number;

function getter(name: string, parameter: "timestamp" | "duration", get: Get): Overload {
  const apply: Overload["apply"] = ([value]) => {
    const isTime = value instanceof Timestamp || value instanceof Duration;
    // Adding 0 turns -0 into 0: an int has no negative zero.
    return isTime ? get(value) + 0 : 0;
  };
  return { ...methodOf(name, [parameter], "int"), apply };
}

const millisecondsOf: Get = ({ nanos }) => Math.trunc(nanos / 1_000_000);

/** What it costs to ask for the time of a zone that is named, and to find that there is none of the name. */
const ZONE_COST = 10;
const NO_ZONE_COST = 100;

/** As `getter`, at the local time of a zone. */
function zonedGetter(name: string, get: Get): Overload {
  const apply: Overload["apply"] = ([value, zone], meter) => {
    if (!(value instanceof Timestamp)) return 0;
    const offset = zoneOffsetSeconds(value, String(zone));
    charge(meter, offset === undefined ? NO_ZONE_COST : ZONE_COST);
    return offset === undefined
      ? noZone
      : get(new Timestamp(value.seconds + offset, value.nanos)) + 0;
  };
  const signature = methodOf(name, ["timestamp", "string"], "int");
  return { ...signature, mayFail: "InvalidArgument", apply };
}

const noZone = new CelError("InvalidArgument", "no such time zone");

export const methodOverloads: readonly Overload[] = [
  test("startsWith", (text, part) => text.startsWith(part)),
  test("endsWith", (text, part) => text.endsWith(part)),
  test("contains", (text, part) => text.includes(part), searchCost),
  ...sizeOverloads,
  ...Object.entries(timestampParts).flatMap(([name, part]) => {
    const get: Get = ({ seconds }) => part(new Date(seconds * 1000));
    return [getter(name, "timestamp", get), zonedGetter(name, get)];
  }),
  ...Object.entries(secondsPerUnit).map(([name, unit]) =>
    getter(name, "duration", ({ seconds }) => Math.trunc(seconds / unit)),
  ),
  getter("getMilliseconds", "timestamp", millisecondsOf),
  zonedGetter("getMilliseconds", millisecondsOf),
  getter("getMilliseconds", "duration", millisecondsOf),
];
