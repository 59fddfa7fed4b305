import { groupBy } from "../../../input/group-by.ts";
import { type AbsentFact, absent, known } from "../fact.ts";
import { compareInstants } from "../instant-text.ts";
import { type Known, reasonsOf, unknownFor } from "../known.ts";
import { textAt } from "../read-object.ts";
import type { FleetSubject } from "../subject.ts";
import type { NodeAdoption } from "./node-adoptions.ts";
import { nodeAdoptions, runsNothing } from "./node-adoptions.ts";
import { judgedAt, latestStep, type ToldStep, toldSteps } from "./told-steps.ts";
import { viewOf } from "./view-of.ts";

/** What the recorded steps say of the wanted revision; see the fact `fleet.canaried`. */
export const CANARY_STATES = ["verified", "failed", "unverified", "void", "none"] as const;
export type CanaryState = (typeof CANARY_STATES)[number];

export interface Canary {
  readonly state: CanaryState;
  /** The records that say so. */
  readonly steps: readonly ToldStep[];
}

/** Judges the records of a fleet against the revision that it wants now. Absent where none are kept. */
export function canaryOf(subject: FleetSubject): Known<Canary> | AbsentFact {
  const { history, open } = viewOf(subject);
  const told = toldSteps(subject);
  if (told.state === "absent") return absent;
  if (told.state === "unknown") return told;
  if (history.state === "absent") return absent;
  if (history.state === "unknown") return unknownFor(history.reasons);
  if (open !== undefined) return open;
  const { hashes, revision } = history.value.current;
  if (revision.state === "unknown") return revision;
  const nodes = new Map(nodeAdoptions(subject).map((node) => [node.node, node]));
  const bound = told.value.filter(({ record }) => hashes.has(record.revision));
  const latest = [...groupBy(bound, ({ record }) => record.node).values()].map(latestStep);
  const failed = latest.filter(({ record }) => record.result === "failed");
  if (failed.length > 0) return known({ state: "failed", steps: failed });
  const unclear = reasonsOf(latest.flatMap(({ record }) => nodes.get(record.node) ?? []));
  const standing = latest.filter((step) => isStanding(step, nodes.get(step.record.node)));
  const verified = standing.filter(({ record }) => record.result === "verified");
  if (verified.length > 0) return known({ state: "verified", steps: verified });
  if (unclear.length > 0) return unknownFor(unclear);
  if (standing.length > 0) return known({ state: "unverified", steps: standing });
  const past = told.value.filter(({ record }) => record.result === "verified");
  return known(past.length > 0 ? { state: "void", steps: past } : { state: "none", steps: [] });
}

/** Whether the node still runs the pod that the record is about. */
function isStanding(
  { record }: ToldStep,
  node: Pick<NodeAdoption, "pod" | "state"> | undefined,
): boolean {
  const { pod, state } = node ?? {};
  if (pod === undefined || state === undefined || runsNothing(state)) return false;
  if (pod.hash !== record.revision) return false;
  if (record.pod !== undefined) return pod.object.metadata.uid === record.pod;
  const created = textAt(pod.object, ["metadata", "creationTimestamp"]);
  // A pod that is younger than what was seen of it is another one.
  return created !== undefined && (compareInstants(created, judgedAt(record)) ?? 1) <= 0;
}

/** What is recorded of the pod that a node runs now: the latest record of it; undefined where there is none. */
export function stepOnNode(
  steps: readonly ToldStep[],
  node: Pick<NodeAdoption, "node" | "pod" | "state">,
): ToldStep | undefined {
  const [first, ...rest] = steps.filter(
    (step) => step.record.node === node.node && isStanding(step, node),
  );
  return first === undefined ? undefined : latestStep([first, ...rest]);
}
