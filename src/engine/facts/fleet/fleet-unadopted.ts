import { type FactDeclaration, known } from "../fact.ts";
import { stringListFact } from "../fact-type.ts";
import { everyReason } from "../gaps.ts";
import type { FleetSubject } from "../subject.ts";
import { podsPath, revisionsPath } from "./fleet-paths.ts";
import { revisionsAbove, runningRevisions } from "./running-revisions.ts";
import { viewOf } from "./view-of.ts";

export const fleetUnadopted: FactDeclaration<FleetSubject, readonly string[]> = {
  name: "fleet.unadopted",
  type: stringListFact,
  mayBeAbsent: false,
  reasons: everyReason,
  reads: [podsPath, revisionsPath, "/coverage"],
  doc: "Numbers of the revisions that are newer than what any live pod runs, lowest first, one for each ControllerRevision. Empty while no pod runs.",
  derive: (subject, _read, note) => {
    const { history, ...view } = viewOf(subject);
    const running = runningRevisions({ ...view, history });
    if (running.state === "unknown") return running;
    if (history.state !== "value" || running.value.length === 0) return known([]);
    const adopted = running.value.map(({ revision }) => revision);
    return known(
      revisionsAbove(history.value.revisions, adopted).map(({ key, number }) => {
        note?.(["objects", key, "revision"], number);
        return String(number);
      }),
    );
  },
};
