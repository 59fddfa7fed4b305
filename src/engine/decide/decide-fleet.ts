import { formatTimestamp } from "../../time/time.ts";
import type { FleetDecision, HoldDecision } from "../decision.ts";
import { fleetDesired, fleetReady } from "../facts/fleet/fleet-counters.ts";
import { fleetDelta } from "../facts/fleet/fleet-delta.ts";
import { fleetCurrentNodes, fleetStaleNodes } from "../facts/fleet/fleet-nodes.ts";
import { fleetRevision } from "../facts/fleet/fleet-revision.ts";
import { fleetStrategy } from "../facts/fleet/fleet-strategy.ts";
import { fleetWaitingSince } from "../facts/fleet/fleet-waiting-since.ts";
import { holdRemembered, holdRememberedState } from "../facts/fleet/hold-remembered.ts";
import { holdReplicas } from "../facts/fleet/hold-replicas.ts";
import type { FleetSubject, GatedFleetSubject } from "../facts/subject.ts";
import type { Judged } from "../subjects.ts";
import { valueOr } from "./value-or.ts";

/** What is known of a gated fleet, for showing it; what it means is for rules to say. */
export function decideFleet<Subject extends FleetSubject>({
  reader,
  subject,
}: Judged<Subject>): FleetDecision {
  const { namespace, name } = subject.daemonSet;
  const revision = valueOr(reader.read(fleetRevision), undefined);
  const delta = valueOr(reader.read(fleetDelta), undefined);
  const waitingSince = reader.read(fleetWaitingSince);
  return {
    daemonSet: `${namespace}/${name}`,
    strategy: valueOr(reader.read(fleetStrategy), "unknown"),
    desired: valueOr(reader.read(fleetDesired), "unknown"),
    current: valueOr(reader.read(fleetCurrentNodes), "unknown"),
    stale: valueOr(reader.read(fleetStaleNodes), "unknown"),
    ready: valueOr(reader.read(fleetReady), "unknown"),
    ...(revision === undefined ? {} : { revision }),
    ...(delta === undefined || delta.length === 0 ? {} : { delta }),
    ...(waitingSince.state === "value"
      ? { waitingSince: formatTimestamp(waitingSince.value) }
      : {}),
  };
}

/** The workload that the gate holds, where the profile names one. */
export function decideHold({ reader, subject }: Judged<GatedFleetSubject>): {
  readonly hold?: HoldDecision;
} {
  const { ownership } = subject.gate;
  if (ownership === undefined) return {};
  const { namespace, name } = ownership.deployment;
  const remembered = reader.read(holdRemembered);
  return {
    hold: {
      deployment: `${namespace}/${name}`,
      replicas: valueOr(reader.read(holdReplicas), "unknown"),
      ...(remembered.state === "absent"
        ? {}
        : {
            remembered: valueOr(remembered, "unknown"),
            rememberedState: valueOr(reader.read(holdRememberedState), "unknown"),
          }),
    },
  };
}
