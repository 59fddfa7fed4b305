import { absent, type FactDeclaration, known } from "../fact.ts";
import { stringFact } from "../fact-type.ts";
import { everyReason } from "../gaps.ts";
import { unknownFor } from "../known.ts";
import type { FleetSubject } from "../subject.ts";
import { daemonSetPath, revisionsPath } from "./fleet-paths.ts";
import { describeRevision } from "./revision-history.ts";
import { viewOf } from "./view-of.ts";

export const fleetRevision: FactDeclaration<FleetSubject, string> = {
  name: "fleet.revision",
  type: stringFact,
  mayBeAbsent: true,
  reasons: everyReason,
  reads: [revisionsPath, `${daemonSetPath}/spec/template`],
  doc: "The revision that the DaemonSet wants now, as `27 (cilium-5d8c7b9f4)`: its number, which may be raised later, and the object, which lasts. It is the one whose template equals the DaemonSet's, not the one with the latest date. Absent while none was recorded.",
  derive: (subject, _read, note) => {
    const { history } = viewOf(subject);
    if (history.state === "unknown") return unknownFor(history.reasons);
    if (history.state === "absent" || history.value.revisions.length === 0) return absent;
    const { revision } = history.value.current;
    if (revision.state === "unknown") return { ...revision, present: true };
    note?.(["objects", revision.value.key, "revision"], revision.value.number);
    return known(describeRevision(revision.value));
  },
};
