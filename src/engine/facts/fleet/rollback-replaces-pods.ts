import { type FactDeclaration, known, unknown } from "../fact.ts";
import { intFact } from "../fact-type.ts";
import { everyReason } from "../gaps.ts";
import { unknownFor } from "../known.ts";
import type { FleetSubject } from "../subject.ts";
import { fleetDelta } from "./fleet-delta.ts";
import { daemonSetPath, podsPath, revisionsPath } from "./fleet-paths.ts";
import { fleetStalePods } from "./fleet-stale-pods.ts";

export const rollbackReplacesPods: FactDeclaration<FleetSubject, number> = {
  name: "rollback.replacesPods",
  type: intFact,
  mayBeAbsent: false,
  reasons: everyReason,
  reads: [podsPath, revisionsPath, `${daemonSetPath}/spec/template`],
  doc: "How many pods giving up the gate would replace: without the component the strategy is RollingUpdate again, and the controller rolls every pod whose template differs from the one that the DaemonSet wants now. What the component itself adds to that template would be taken off as well, and a snapshot does not tell what that is: so a number is told only where pods differ already, and then it is the least.",
  derive: ({ daemonSet: { namespace, name } }, read) => {
    const stale = read(fleetStalePods);
    if (stale.state === "value" && stale.value === 0) {
      return unknown(
        "NotRead",
        `what the component itself adds to the template of DaemonSet ${namespace}/${name} is not known, and a rollback takes it off`,
        {
          cure: "render the tree without the component, and compare the template with the wanted one",
        },
      );
    }
    const delta = read(fleetDelta);
    if (delta.state === "unknown") return unknownFor(delta.reasons);
    if (stale.state !== "value") return stale;
    if (delta.state === "value" && delta.value.length > 0) return known(stale.value);
    return unknown(
      "Incomparable",
      `stale pods of DaemonSet ${namespace}/${name} run a template that means the same as the wanted one; whether the controller replaces them depends on how either was written down`,
      {
        cure: `kubectl get controllerrevisions -n ${namespace} -o json, and compare the data byte by byte`,
      },
    );
  },
};
