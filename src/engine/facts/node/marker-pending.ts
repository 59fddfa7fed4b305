import { type Fact, type FactDeclaration, known } from "../fact.ts";
import { enumFact } from "../fact-type.ts";
import { everyReason } from "../gaps.ts";
import { eachOnce, unknownFor } from "../known.ts";
import type { NodeCredentialSubject } from "../subject.ts";
import {
  judgePropagation,
  type KeyPropagation,
  PROPAGATIONS,
  type Propagation,
} from "./marker-propagation.ts";
import { isTalosCollected } from "./talos-record.ts";

export type MarkerPending = Propagation | "notCollected";

export const markerPending: FactDeclaration<NodeCredentialSubject, MarkerPending> = {
  name: "marker.pending",
  type: enumFact("MarkerPending", [...PROPAGATIONS, "notCollected"]),
  mayBeAbsent: false,
  reasons: everyReason,
  reads: [
    "/objects/v1~1Node~1~1<node>/metadata/annotations",
    "/talos/<node>/machineConfig/active/documents/*/nodeAnnotations",
  ],
  doc: "Whether an annotation of the proof, any that the profile names, is in the active config and not on the Node: pending if the Node lacks it, foreign if it shows another value that Talos does not own and so never overwrites; foreign outweighs pending. notCollected where the profile does not collect Talos.",
  derive: (subject, _read, note) => {
    if (!isTalosCollected(subject)) return notCollected;
    const keys = judgePropagation(subject);
    const possible = highestOf(keys);
    const [state] = possible;
    if (state === undefined || possible.length !== 1) {
      return unknownFor(eachOnce(keys.flatMap(({ reasons }) => reasons)), { oneOf: possible });
    }
    if (note !== undefined && state !== "no") {
      const at = ["objects", subject.nodeKey, "metadata", "annotations"];
      for (const { key } of standing(keys, state)) note(at, `${key}: ${words[state]}`);
    }
    return facts[state];
  },
};

const notCollected: Fact<MarkerPending> = known("notCollected");
const facts: Readonly<Record<Propagation, Fact<MarkerPending>>> = {
  no: known("no"),
  pending: known("pending"),
  foreign: known("foreign"),
};
const words: Readonly<Record<Exclude<Propagation, "no">, string>> = {
  pending: "in the config, not on the Node",
  foreign: "not the config's value, and not owned by Talos",
};

/** The highest of one state out of each key's, in every combination. */
function highestOf(keys: readonly KeyPropagation[]): readonly Propagation[] {
  const ranks = keys.map(({ possible }) => possible.map((each) => PROPAGATIONS.indexOf(each)));
  const least = Math.max(0, ...ranks.map((each) => Math.min(...each)));
  return PROPAGATIONS.filter(
    (_, rank) => rank === least || (rank > least && ranks.some((each) => each.includes(rank))),
  );
}

/** The keys that certainly stand so. */
export function standing(
  keys: readonly KeyPropagation[],
  state: Propagation,
): readonly KeyPropagation[] {
  return keys.filter(({ possible }) => possible.length === 1 && possible[0] === state);
}
