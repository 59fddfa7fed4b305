import { type FactDeclaration, known, type Note } from "../fact.ts";
import { stringListFact } from "../fact-type.ts";
import { everyReason } from "../gaps.ts";
import type { FleetSubject } from "../subject.ts";
import { daemonSetPath, podsPath, revisionsPath } from "./fleet-paths.ts";
import type { FleetView } from "./fleet-view.ts";
import type { Revision } from "./revision-history.ts";
import { type RunningRevision, staleRevisions } from "./running-revisions.ts";
import { templateDelta } from "./template-delta.ts";
import { viewOf } from "./view-of.ts";

export const fleetDelta: FactDeclaration<FleetSubject, readonly string[]> = {
  name: "fleet.delta",
  type: stringListFact,
  mayBeAbsent: false,
  reasons: everyReason,
  reads: [podsPath, revisionsPath, `${daemonSetPath}/spec/template`],
  doc: "What differs between the template that most stale pods run and the one that the DaemonSet wants now, one line each; empty when no pod is stale or the two mean the same. Compares recorded templates, not pods, to which admission adds fields.",
  derive: (subject, _read, note) => {
    const view = viewOf(subject);
    const stale = staleRevisions(view);
    if (stale.state === "unknown") return stale;
    const revision = commonest(stale.value);
    if (revision === undefined || view.history.state !== "value") return known([]);
    noteTemplates(view, revision, note);
    return known(templateDelta(revision.template, view.history.value.desired));
  },
};

/** The revision that most of the stale pods run, the oldest of several; undefined when no pod is stale. */
function commonest(stale: readonly RunningRevision[]): Revision | undefined {
  const most = stale.reduce((largest, { pods }) => Math.max(largest, pods.length), 0);
  return stale.find(({ pods }) => pods.length === most)?.revision;
}

function noteTemplates(
  { daemonSet }: FleetView,
  { key, number }: Revision,
  note: Note | undefined,
): void {
  if (daemonSet.state !== "value") return;
  note?.(["objects", key, "revision"], number);
  const { object } = daemonSet.value;
  note?.(
    ["objects", daemonSet.value.key, "metadata", "generation"],
    object.metadata.generation ?? null,
  );
}
