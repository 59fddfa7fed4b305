import { groupBy } from "../../../input/group-by.ts";
import { compareTimestamps, formatTimestamp, type Timestamp } from "../../../time/time.ts";
import {
  absent,
  type Fact,
  type FactDeclaration,
  known,
  type Note,
  type UnknownFact,
  unknown,
} from "../fact.ts";
import { timestampFact } from "../fact-type.ts";
import { everyReason } from "../gaps.ts";
import { type Known, unknownFor } from "../known.ts";
import { instantAt, valueAt } from "../read-object.ts";
import type { FleetSubject } from "../subject.ts";
import { stepOnNode } from "./canary.ts";
import { asKubectlWrites, readDaemonSetAgain } from "./cures.ts";
import { podsPath, revisionsPath } from "./fleet-paths.ts";
import type { FleetPod } from "./fleet-pod.ts";
import { type FleetStrategy, fleetStrategy } from "./fleet-strategy.ts";
import { nodeAdoptions } from "./node-adoptions.ts";
import { revisionsAbove, staleRevisions } from "./running-revisions.ts";
import { toldSteps } from "./told-steps.ts";
import { viewOf } from "./view-of.ts";

export const fleetWaitingSince: FactDeclaration<FleetSubject, Timestamp> = {
  name: "fleet.waitingSince",
  type: timestampFact,
  mayBeAbsent: true,
  reasons: everyReason,
  reads: [podsPath, revisionsPath, "/steps", "/coverage", ...fleetStrategy.reads],
  doc: "Since when newer revisions have been waiting and nothing was adopted: the later of the last adoption (the newest creation or start among live pods, since each new pod takes the newest template; of an OnDelete fleet whose profile says that steps are recorded, among those with a record of the step) and the creation of the first revision above those that stale pods run. Absent when no pod is stale.",
  derive: (subject, read, note) => {
    const view = viewOf(subject);
    const stale = staleRevisions(view);
    if (stale.state === "unknown") return stale;
    if (stale.value.length === 0 || view.history.state !== "value") return absent;
    const running = stale.value.map(({ revision }) => revision);
    const [first] = revisionsAbove(view.history.value.revisions, running);
    if (first === undefined) return notRecorded(subject);
    const created = instantOf(first, ["metadata", "creationTimestamp"]);
    if (created.state === "unknown") return created;
    return latestOf(created, adoptingPods(subject, read(fleetStrategy)), note);
  },
};

/** An instant and where it stands. */
interface DatedPlace {
  readonly state: "value";
  readonly instant: Timestamp;
  readonly path: readonly string[];
}

/**
 * Pods whose making moved the rollout on. Where steps are recorded a reboot is none (rollout-gate §6): it makes a pod anew
 * that nobody looked at. Else nobody can tell the two apart, and what a controller rolls is stepped by nobody.
 */
function adoptingPods(
  subject: FleetSubject,
  strategy: Fact<FleetStrategy>,
): Known<readonly FleetPod[]> {
  const { livePods } = viewOf(subject);
  if (subject.stepsRecorded !== true) return known(livePods);
  if (strategy.state === "unknown") return unknownFor(strategy.reasons);
  if (strategy.state === "value" && strategy.value === "RollingUpdate") return known(livePods);
  const told = toldSteps(subject);
  if (told.state === "unknown") return told;
  const steps =
    told.state === "value" ? groupBy(told.value, ({ record }) => record.node) : undefined;
  return known(
    nodeAdoptions(subject).flatMap((node) => {
      const its = steps?.get(node.node) ?? [];
      return node.pod !== undefined && stepOnNode(its, node) !== undefined ? [node.pod] : [];
    }),
  );
}

function latestOf(
  created: DatedPlace,
  adopting: Known<readonly FleetPod[]>,
  note: Note | undefined,
): ReturnType<typeof fleetWaitingSince.derive> {
  if (adopting.state === "unknown") return unknownFor(adopting.reasons, { present: true });
  const livePods = adopting.value;
  let latest = created;
  for (const pod of livePods) {
    for (const path of adoptionPaths(pod.object)) {
      const adopted = instantOf(pod, path);
      if (adopted.state === "unknown") return adopted;
      if (compareTimestamps(adopted.instant, latest.instant) > 0) latest = adopted;
    }
  }
  for (const { path, instant } of new Set([created, latest]))
    note?.(path, formatTimestamp(instant));
  return known(latest.instant);
}

/** A pod is created first and started by its node later, if at all. */
function adoptionPaths(pod: unknown): readonly (readonly string[])[] {
  const created = ["metadata", "creationTimestamp"];
  const started = ["status", "startTime"];
  return typeof valueAt(pod, started) === "string" ? [created, started] : [created];
}

function instantOf(
  { key, object }: { readonly key: string; readonly object: unknown },
  path: readonly string[],
): DatedPlace | UnknownFact<never> {
  const instant = instantAt(object, path);
  if (instant !== undefined) return { state: "value", instant, path: ["objects", key, ...path] };
  return unknown("Unparsable", `${path.join(".")} of ${key} is no instant`, {
    cure: asKubectlWrites,
  });
}

/** A template that came back gets a higher number soon, but never a new date. */
function notRecorded({ daemonSet: { namespace, name } }: FleetSubject): UnknownFact<never> {
  return unknown(
    "NotRecorded",
    `no revision of DaemonSet ${namespace}/${name} is newer than those that run, though pods are stale: its template was changed back, and nobody records when`,
    { cure: readDaemonSetAgain },
  );
}
