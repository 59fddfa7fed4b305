import { compareTimestamps, parseTimestamp, Timestamp } from "../../../time/time.ts";
import { type AbsentFact, absent, known, type ReadFact, unknown } from "../fact.ts";
import { readMarker } from "../gate/gate-marker.ts";
import { type Known, reasonsOf, unknownFor } from "../known.ts";
import { instantAt } from "../read-object.ts";
import type { FleetSubject } from "../subject.ts";
import { fleetStrategy } from "./fleet-strategy.ts";
import { type NodeAdoption, nodeAdoptions, runsNothing } from "./node-adoptions.ts";
import { type ToldStep, toldSteps } from "./told-steps.ts";
import { viewOf } from "./view-of.ts";

const SECONDS_PER_DAY = 86_400;

/**
 * Nodes that came to run a revision though no step of theirs to it is recorded: their pods were made anew by a
 * reboot, for a new node, or by a hand that wrote nothing down. Asked of a live OnDelete fleet whose steps are
 * recorded, and of revisions that were cut since it is held; absent of any other.
 */
export function unrecordedAdoptions(
  subject: FleetSubject,
  read: ReadFact<FleetSubject>,
): Known<readonly NodeAdoption[]> | AbsentFact {
  const told = toldSteps(subject);
  const strategy = read(fleetStrategy);
  if (told.state === "absent" || strategy.state === "absent") return absent;
  if (strategy.state === "value" && strategy.value !== "OnDelete") return absent;
  const { open, history } = viewOf(subject);
  const nodes = nodeAdoptions(subject).filter(
    ({ state }) => state !== "terminating" && !runsNothing(state),
  );
  const since = told.state === "value" ? heldSince(subject, told.value) : told;
  const reasons = reasonsOf([
    told,
    strategy,
    history,
    since,
    ...(open === undefined ? [] : [open]),
    ...nodes.map(({ state, reasons: own }) => ({ state, reasons: own })),
  ]);
  if (reasons.length > 0 || told.state !== "value" || since.state !== "value")
    return unknownFor(reasons);
  const recorded = new Set(told.value.map(({ record }) => keyOf(record.node, record.revision)));
  return known(
    nodes.filter((node) => wasAdoptedSince(since.value, node) && !isRecorded(recorded, node)),
  );
}

function isRecorded(recorded: ReadonlySet<string>, { node, pod }: NodeAdoption): boolean {
  return recorded.has(keyOf(node, pod?.hash ?? ""));
}

function keyOf(node: string, hash: string): string {
  return `${hash} ${node}`;
}

/** The first template of a DaemonSet replaces nothing, and one from before the hold may have come any way. */
function wasAdoptedSince(since: Timestamp | undefined, { revision }: NodeAdoption): boolean {
  if (revision === undefined || revision.number <= 1) return false;
  const cut = instantAt(revision.object, ["metadata", "creationTimestamp"]);
  return since === undefined || (cut !== undefined && compareTimestamps(cut, since) >= 0);
}

/**
 * Since when pods are to be replaced by steps alone: a day before the first instant of the gate's day, which its
 * author may have written in a time zone ahead of UTC; without a gate, since the first recorded step;
 * undefined: for as long as anybody knows.
 */
function heldSince(
  subject: FleetSubject,
  steps: readonly ToldStep[],
): Known<Timestamp | undefined> {
  const { gate, source } = subject;
  if (gate === undefined) return known(firstOf(steps));
  const marker = readMarker({ source, gate }, undefined);
  if (marker.state === "unknown") return marker;
  const { day } = marker.value;
  if (day !== undefined) return known(new Timestamp(day.seconds - SECONDS_PER_DAY, 0));
  return unknown("NotRecorded", `no marker says since when gate ${gate.name} holds its fleet`, {
    cure: "write the gate's marker, once, with the day of activation",
  });
}

function firstOf(steps: readonly ToldStep[]): Timestamp | undefined {
  return steps
    .flatMap(({ record }) => parseTimestamp(record.at) ?? [])
    .reduce<Timestamp | undefined>(
      (first, at) => (first === undefined || compareTimestamps(at, first) < 0 ? at : first),
      undefined,
    );
}
