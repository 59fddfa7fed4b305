import { absent, type FactDeclaration, known } from "../fact.ts";
import { intFact } from "../fact-type.ts";
import { unknownFor } from "../known.ts";
import type { FleetSubject } from "../subject.ts";
import { fleetWaitingSince } from "./fleet-waiting-since.ts";

const SECONDS_PER_HOUR = 3600;

export const fleetHoursWithoutAdoption: FactDeclaration<FleetSubject, number> = {
  name: "fleet.hoursWithoutAdoption",
  type: intFact,
  mayBeAbsent: true,
  reasons: fleetWaitingSince.reasons,
  reads: fleetWaitingSince.reads,
  doc: "Whole hours from fleet.waitingSince to the instant of evaluation; 0 should that lie before. Absent when no pod is stale.",
  timeDependent: true,
  derive: ({ source }, read) => {
    const since = read(fleetWaitingSince);
    if (since.state === "unknown") return unknownFor(since.reasons);
    if (since.state === "absent") return absent;
    // The first whole second at which that much time has passed.
    const sinceSeconds = since.value.seconds + (since.value.nanos > 0 ? 1 : 0);
    const elapsed = source.evaluatedAt.seconds - sinceSeconds;
    const hours = Math.max(0, Math.floor(elapsed / SECONDS_PER_HOUR));
    return known(hours, sinceSeconds + (hours + 1) * SECONDS_PER_HOUR);
  },
};
