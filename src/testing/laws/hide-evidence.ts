import { parsePointer } from "../../input/json-pointer.ts";
import type { Snapshot, SnapshotCoverage, SnapshotGap } from "../../snapshot/snapshot.ts";

/**
 * The snapshot without what these pointers lead to, with a gap wherever something would else look whole: as if
 * it had never been read.
 */
export function hideEvidence(snapshot: Snapshot, pointers: readonly string[]): Snapshot {
  return pointers.reduce((hidden, pointer) => hide(hidden, parsePointer(pointer) ?? []), snapshot);
}

function hide(snapshot: Snapshot, path: readonly string[]): Snapshot {
  const [part, name = "", ...rest] = path;
  switch (part) {
    case "objects":
      return hideInObject(snapshot, name, rest);
    case "talos":
      return hideInTalos(snapshot, name, rest);
    case "credentials":
      // What was declared before is one list; the rest are leaves that were read or not.
      return without(snapshot, [
        "credentials",
        name,
        ...rest.slice(0, rest[0] === "previous" ? 1 : 2),
      ]);
    case "git":
      return withGap(without(snapshot, path.slice(0, 3)), { part, name: rest[0] ?? "" });
    case "proofs":
    case "probes":
    case "rendered":
      return withGap(without(snapshot, [part]), { part });
    default:
      throw new RangeError(`evidence in a part that this law does not know: ${part}`);
  }
}

/** What a Node says of its machine may be left out; an annotation that is left out would be forged, so the object goes. */
function hideInObject(snapshot: Snapshot, key: string, rest: readonly string[]): Snapshot {
  const [section, field] = rest;
  if (section === "status" && (field === "nodeInfo" || field === "conditions")) {
    return without(snapshot, ["objects", key, ...rest.slice(0, field === "nodeInfo" ? 3 : 2)]);
  }
  const kind = key.split("/").slice(0, -2).join("/");
  const coverage = snapshot.coverage.filter((each: SnapshotCoverage) => each.kind !== kind);
  return withGap(
    { ...without(snapshot, ["objects", key]), coverage },
    { part: "objects", name: key },
  );
}

function hideInTalos(snapshot: Snapshot, name: string, rest: readonly string[]): Snapshot {
  if (rest[0] !== "machineConfig") return without(snapshot, ["talos", name, ...rest.slice(0, 1)]);
  return withGap(without(snapshot, ["talos", name, ...rest.slice(0, 2)]), { part: "talos", name });
}

function withGap(snapshot: Snapshot, gap: Omit<SnapshotGap, "reason">): Snapshot {
  return { ...snapshot, gaps: [...(snapshot.gaps ?? []), { ...gap, reason: "NotRead" }] };
}

function without(snapshot: Snapshot, path: readonly string[]): Snapshot {
  const copy = structuredClone(snapshot);
  let at: unknown = copy;
  for (const key of path.slice(0, -1)) at = isRecord(at) ? at[key] : undefined;
  const last = path.at(-1);
  if (last !== undefined && isRecord(at)) Reflect.deleteProperty(at, last);
  return copy;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return value !== null && typeof value === "object" && !Array.isArray(value);
}
