import { unknownFor } from "../engine/facts/known.ts";
import { type Hold, holdsOf } from "../engine/facts/node/holds.ts";
import { isLifecycleTaint, taintsIn } from "../engine/facts/node/scheduling-taints.ts";
import { compareText } from "../input/compare-text.ts";
import { cordonOf, type Seen, type SeenNode, taintsSeenOn } from "./seen-node.ts";

/**
 * Whether the node was cordoned before its holder claimed it: that is how it is given back. The cordon of a node that
 * the holder has already is the transaction's own, unless its recovery record says otherwise.
 */
export function cordonBefore(seen: SeenNode): Seen<boolean> {
  const now = cordonOf(seen);
  const hold = ownHoldOn(seen);
  if (hold === undefined || (now.value.state === "value" && !now.value.value)) return now;
  const { record } = hold;
  if (record !== undefined) return { ...now, value: { state: "value", value: record.wasCordoned } };
  const { name } = seen.node.subject.node.metadata;
  const detail = `${name} is claimed and cordoned, and no recovery record says whether it was cordoned before`;
  const cure = `give ${name} back as it was, and plan again`;
  return { ...now, value: unknownFor([{ code: "NotRecorded", detail, cure }]) };
}

/** The taints that it had then, where that is recorded. */
export function taintsBefore(seen: SeenNode): Seen<readonly string[]> {
  const now = taintsSeenOn(seen);
  const record = ownHoldOn(seen)?.record;
  if (record === undefined) return now;
  const kept = taintsIn(record.initialTaints).filter((taint) => !isLifecycleTaint(taint));
  const value = [...new Set(kept.map(({ text }) => text))].sort(compareText);
  return { ...now, value: { state: "value", value } };
}

/** What whoever plans wrote on the node in an earlier run. */
function ownHoldOn({ source, node: { subject } }: SeenNode): Hold | undefined {
  const hold = holdsOf(source).get(subject.nodeKey);
  return hold?.owner !== undefined && hold.owner === source.holder ? hold : undefined;
}
