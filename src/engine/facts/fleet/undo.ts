import { absent, type FactDeclaration, known } from "../fact.ts";
import { intFact, stringFact } from "../fact-type.ts";
import { everyReason } from "../gaps.ts";
import { type Known, unknownFor } from "../known.ts";
import type { FleetSubject } from "../subject.ts";
import { podsPath, revisionsPath } from "./fleet-paths.ts";
import { describeRevision } from "./revision-history.ts";
import { type RunningRevision, runningRevisions } from "./running-revisions.ts";
import { isStalePod } from "./stale-pod.ts";
import { viewOf } from "./view-of.ts";

const reads = [podsPath, revisionsPath, "/coverage"];

export const undoRevision: FactDeclaration<FleetSubject, string> = {
  name: "undo.revision",
  type: stringFact,
  mayBeAbsent: true,
  reasons: everyReason,
  reads,
  doc: "The revision that most stale pods run, the oldest of equals, as `19 (cilium-7f7c864994)`: setting the template back to it gives up what was not adopted. Absent when no pod is stale.",
  derive: (subject, _read, note) => {
    const target = undoTarget(subject);
    if (target.state === "unknown") return unknownFor(target.reasons);
    if (target.value === undefined) return absent;
    const { key, number } = target.value.revision;
    note?.(["objects", key, "revision"], number);
    return known(describeRevision(target.value.revision));
  },
};

export const undoReplacesPods: FactDeclaration<FleetSubject, number> = {
  name: "undo.replacesPods",
  type: intFact,
  mayBeAbsent: true,
  reasons: everyReason,
  reads,
  doc: "How many live pods run another revision than undo.revision, and would be replaced by setting the template back to it: all at once under RollingUpdate, as they are deleted under OnDelete. Absent when no pod is stale.",
  derive: (subject) => {
    const target = undoTarget(subject);
    if (target.state === "unknown") return unknownFor(target.reasons);
    if (target.value === undefined) return absent;
    return known(viewOf(subject).livePods.length - target.value.pods.length);
  },
};

function undoTarget(subject: FleetSubject): Known<RunningRevision | undefined> {
  const running = runningRevisions(viewOf(subject));
  if (running.state === "unknown") return running;
  const unclear = viewOf(subject).livePods.find(({ updated }) => updated.state === "unknown");
  if (unclear?.updated.state === "unknown") return unclear.updated;
  const stale = running.value.filter(({ pods }) => pods.some(isStalePod));
  const most = stale.reduce((largest, { pods }) => Math.max(largest, pods.length), 0);
  return known(stale.find(({ pods }) => pods.length === most));
}
