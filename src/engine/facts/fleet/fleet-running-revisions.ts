import { type FactDeclaration, known } from "../fact.ts";
import { stringListFact } from "../fact-type.ts";
import { everyReason } from "../gaps.ts";
import type { FleetSubject } from "../subject.ts";
import { podsPath, revisionsPath } from "./fleet-paths.ts";
import { runningRevisions } from "./running-revisions.ts";
import { viewOf } from "./view-of.ts";

export const fleetRunningRevisions: FactDeclaration<FleetSubject, readonly string[]> = {
  name: "fleet.runningRevisions",
  type: stringListFact,
  mayBeAbsent: false,
  reasons: everyReason,
  reads: [podsPath, revisionsPath, "/coverage"],
  doc: "Each revision that live pods run and by how many, as `19 ×9`, lowest number first.",
  derive: (subject, _read, note) => {
    const running = runningRevisions(viewOf(subject));
    if (running.state === "unknown") return running;
    return known(
      running.value.map(({ revision, pods }) => {
        note?.(["objects", revision.key, "revision"], revision.number);
        return `${revision.number} ×${pods.length}`;
      }),
    );
  },
};
