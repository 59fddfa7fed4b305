import type { MachineConfigRecord } from "../../../snapshot/snapshot.ts";
import type { UnknownReason } from "../fact.ts";

/** The different values of a key, over all documents. */
export function configuredValues(
  { documents }: MachineConfigRecord,
  key: string,
): readonly string[] {
  const values = documents.flatMap(({ nodeAnnotations }) =>
    nodeAnnotations !== undefined && Object.hasOwn(nodeAnnotations, key)
      ? (nodeAnnotations[key] ?? [])
      : [],
  );
  return [...new Set(values)];
}

export function twoValues(key: string): UnknownReason {
  return {
    code: "Inconsistent",
    detail: `two documents of the active machine config set \`${key}\` differently`,
    cure: "leave it in one of them",
  };
}
