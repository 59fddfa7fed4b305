import { compareText } from "../../../input/compare-text.ts";
import { type FactDeclaration, known } from "../fact.ts";
import { stringListFact } from "../fact-type.ts";
import { everyReason } from "../gaps.ts";
import { unknownFor } from "../known.ts";
import type { FleetSubject } from "../subject.ts";
import { countOf } from "./count-of.ts";
import { podsPath, revisionsPath } from "./fleet-paths.ts";
import { noteHash } from "./stale-pod.ts";
import { viewOf } from "./view-of.ts";

export const fleetStrayNodeNames: FactDeclaration<FleetSubject, readonly string[]> = {
  name: "fleet.strayNodeNames",
  type: stringListFact,
  mayBeAbsent: false,
  reasons: everyReason,
  reads: [podsPath, revisionsPath, "/coverage"],
  doc: "Names of nodes with a live pod whose revision hash no ControllerRevision of a whole list has, as after a history that was trimmed by hand: what they run cannot be told. In code-unit order.",
  derive: (subject, _read, note) => {
    const { open, history, livePods } = viewOf(subject);
    if (open !== undefined) return open;
    if (history.state === "unknown") return unknownFor(history.reasons);
    const names = new Set<string>();
    for (const pod of livePods) {
      const { hash, nodeName } = pod;
      if (hash === undefined || nodeName === undefined) continue;
      if (history.state === "value" && history.value.byHash.has(hash)) continue;
      noteHash(pod, note);
      names.add(nodeName);
    }
    return known([...names].sort(compareText));
  },
};

export const fleetStrayNodes: FactDeclaration<FleetSubject, number> = countOf(fleetStrayNodeNames, {
  name: "fleet.strayNodes",
  doc: "How many those are.",
});
