import { formatTimestamp, type Timestamp } from "../../../time/time.ts";
import { absent, type FactDeclaration, known, unknown } from "../fact.ts";
import { timestampFact } from "../fact-type.ts";
import { everyReason } from "../gaps.ts";
import { gateActivatedOn } from "../gate/gate-activated-on.ts";
import { SECONDS_PER_DAY } from "../gate/utc-day.ts";
import { unknownFor } from "../known.ts";
import { instantAt } from "../read-object.ts";
import type { GatedFleetSubject } from "../subject.ts";
import { readDaemonSetAgain } from "./cures.ts";
import { revisionsPath } from "./fleet-paths.ts";
import type { Revision } from "./revision-history.ts";
import { viewOf } from "./view-of.ts";

export const gateTemplateMovedAt: FactDeclaration<GatedFleetSubject, Timestamp> = {
  name: "gate.templateMovedAt",
  type: timestampFact,
  mayBeAbsent: true,
  reasons: everyReason,
  reads: [...gateActivatedOn.reads, revisionsPath, "/coverage"],
  doc: "When the template first changed under the gate: the creation of the first ControllerRevision after the day of activation (that day itself is the activation's own). Absent when none did, or no day is known. Unknown where an older template was wanted again: it keeps its date, and nobody records when.",
  derive: (subject, read, note) => {
    const activated = read(gateActivatedOn);
    if (activated.state !== "value") return activated;
    const { history } = viewOf(subject);
    if (history.state === "unknown") return unknownFor(history.reasons);
    if (history.state === "absent") return absent;
    const dated: Dated[] = [];
    for (const revision of history.value.revisions) {
      const created = instantAt(revision.object, ["metadata", "creationTimestamp"]);
      if (created === undefined)
        return unknown("Unparsable", `${revision.key} has no date`, { cure: readDaemonSetAgain });
      dated.push({ revision, seconds: created.seconds, created });
    }
    const dayAfter = activated.value.seconds + SECONDS_PER_DAY;
    const [first] = dated
      .filter(({ seconds }) => seconds >= dayAfter)
      .sort((a, b) => a.seconds - b.seconds);
    if (first === undefined) return isRaised(dated) ? notRecorded(subject) : absent;
    note?.(
      ["objects", first.revision.key, "metadata", "creationTimestamp"],
      formatTimestamp(first.created),
    );
    return known(first.created);
  },
};

interface Dated {
  readonly revision: Revision;
  readonly seconds: number;
  readonly created: Timestamp;
}

/** Whether the highest number is older than another revision: it was raised when its template came back. */
function isRaised(dated: readonly Dated[]): boolean {
  const highest = dated.at(-1);
  return highest !== undefined && dated.some(({ seconds }) => seconds > highest.seconds);
}

function notRecorded({ daemonSet: { namespace, name } }: GatedFleetSubject) {
  return unknown<Timestamp>(
    "NotRecorded",
    `the newest revision of DaemonSet ${namespace}/${name} is an older one that came back, and nobody records when`,
    { cure: `look when Git changed what is delivered to it; ${readDaemonSetAgain}` },
  );
}
