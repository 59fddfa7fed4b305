import { absent, type FactDeclaration, known } from "../fact.ts";
import { stringListFact } from "../fact-type.ts";
import { everyReason } from "../gaps.ts";
import { reasonsOf, unknownFor } from "../known.ts";
import type { FleetSubject } from "../subject.ts";
import { countOf } from "./count-of.ts";
import { revisionsPath } from "./fleet-paths.ts";
import type { Revision, RevisionHistory } from "./revision-history.ts";
import { viewOf } from "./view-of.ts";

export const fleetRenumbered: FactDeclaration<FleetSubject, readonly string[]> = {
  name: "fleet.renumbered",
  type: stringListFact,
  mayBeAbsent: true,
  reasons: everyReason,
  reads: [revisionsPath, "/coverage"],
  doc: "Revisions that the earlier snapshot knew under another number, as `cilium-7958bb8779 24 → 26`: the same object by its UID and hash. An older template was wanted again in between, which raises its number and changes neither its name nor its date. Absent where no earlier snapshot was given, or either has no such DaemonSet.",
  derive: (subject, _read, note) => {
    const { earlier } = subject.source;
    if (earlier === undefined) return absent;
    const now = viewOf(subject).history;
    const before = viewOf({ ...subject, source: earlier }).history;
    if (now.state === "absent" || before.state === "absent") return absent;
    if (now.state === "unknown" || before.state === "unknown")
      return unknownFor(reasonsOf([now, before]));
    const renumbered = now.value.revisions.flatMap((revision) => {
      const earlierSelf = sameRevision(before.value, revision);
      if (earlierSelf === undefined || earlierSelf.number === revision.number) return [];
      note?.(["objects", revision.key, "revision"], revision.number);
      return [`${revision.name} ${earlierSelf.number} → ${revision.number}`];
    });
    return known(renumbered);
  },
};

export const fleetRenumberings: FactDeclaration<FleetSubject, number> = countOf(fleetRenumbered, {
  name: "fleet.renumberings",
  doc: "How many those are.",
});

/** A revision is known by its object and its hash, whatever its number. */
function sameRevision({ byHash }: RevisionHistory, revision: Revision): Revision | undefined {
  const other = byHash.get(revision.hash);
  return other?.object.metadata.uid === revision.object.metadata.uid ? other : undefined;
}
