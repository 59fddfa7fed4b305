import type { MachineConfigRecord } from "../../../../snapshot/snapshot.ts";
import { MAIN_DOCUMENT } from "../../../effects/effect-table.ts";
import type { ConfigDiff, ConfigPair, PlacedChange } from "./placed-change.ts";

/** Annotations that a config gives its Node, as far as a snapshot tells them, by key. */
export function annotationsIn({ documents }: MachineConfigRecord): ReadonlyMap<string, string> {
  return new Map(documents.flatMap(({ nodeAnnotations }) => Object.entries(nodeAnnotations ?? {})));
}

/** Compares the annotations that are told; the others are leaves like any. */
export function diffAnnotations(
  { active, rendered }: ConfigPair,
  leftOut: ReadonlySet<string>,
): ConfigDiff {
  const [before, after] = [annotationsIn(active), annotationsIn(rendered)];
  const keys = [...new Set([...before.keys(), ...after.keys()])];
  const certain = keys.flatMap((key): readonly PlacedChange[] => {
    if (leftOut.has(key) || before.get(key) === after.get(key)) return [];
    const seenIn = before.has(key) ? "active" : "rendered";
    const documents = (seenIn === "active" ? active : rendered).documents;
    const index = documents.findIndex(({ nodeAnnotations = {} }) =>
      Object.hasOwn(nodeAnnotations, key),
    );
    return [
      {
        document: MAIN_DOCUMENT,
        path: ["machine", "nodeAnnotations", key],
        change: !before.has(key) ? "added" : after.has(key) ? "changed" : "removed",
        seenIn,
        at: ["documents", String(index), "nodeAnnotations", key],
      },
    ];
  });
  return { certain, open: [] };
}
