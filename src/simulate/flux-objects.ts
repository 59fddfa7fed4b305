import { formatObjectId } from "../engine/facts/flux/object-id.ts";
import { listAt, textAt } from "../engine/facts/read-object.ts";
import { asJson } from "../input/as-json.ts";
import type { JsonObject } from "../input/json-value.ts";
import { didYouMean } from "../input/suggest.ts";
import type { IndexedObject } from "../snapshot/object-index.ts";
import type { ClusterObject } from "../snapshot/snapshot.ts";
import type { Edit } from "./edit.ts";
import type { EventContext, Refusal } from "./event.ts";

/** The one live object that people and Flux call so: `Kind/namespace/name`, or `Kind/name`. */
export function findNamed({ snapshot }: EventContext, name: string): IndexedObject | Refusal {
  const live = Object.entries(snapshot.objects).filter(
    ([, { metadata }]) => metadata.uid !== undefined,
  );
  const found = live.filter(([, each]) => nameOf(each) === name);
  const [first, ...others] = found;
  if (first === undefined) {
    const names = live.map(([, each]) => nameOf(each));
    return {
      refused: `the snapshot holds no live \`${name}\``,
      help: didYouMean(name, [...new Set(names)]),
    };
  }
  if (others.length > 0)
    return { refused: `\`${name}\` is ${found.length} objects of different groups` };
  const [key, object] = first;
  return { key, object };
}

export function nameOf({ kind, metadata }: ClusterObject): string {
  return formatObjectId({ kind, namespace: metadata.namespace ?? "", name: metadata.name });
}

/** Whether a text may name an object; a Node's name has no slash. */
export function isObjectName(text: string): boolean {
  return /^[A-Z][A-Za-z0-9]*(\/[^/]+){1,2}$/.test(text);
}

/** A condition as a controller writes it; undefined: it takes it away. */
export type WrittenCondition =
  | {
      readonly status: "True" | "False" | "Unknown";
      readonly reason: string;
      readonly message?: string;
    }
  | undefined;

/** Conditions by type, written at an instant; those of other types stay. */
export function conditionEdits(
  { key, object }: IndexedObject,
  written: Readonly<Record<string, WrittenCondition>>,
  at: string,
): readonly Edit[] {
  const kept = listAt(object, ["status", "conditions"]).filter(
    (condition) => !Object.hasOwn(written, textAt(condition, ["type"]) ?? ""),
  );
  const made = Object.entries(written).flatMap(([type, condition]): readonly JsonObject[] =>
    condition === undefined ? [] : [{ type, ...condition, lastTransitionTime: at }],
  );
  return [{ at: ["objects", key, "status", "conditions"], value: asJson([...kept, ...made]) }];
}

/** The spec was written anew: the API server counts it, and its controller has not seen it yet. */
export function generationEdit({ key, object }: IndexedObject): readonly Edit[] {
  const { generation } = object.metadata;
  return generation === undefined
    ? []
    : [{ at: ["objects", key, "metadata", "generation"], value: generation + 1 }];
}

/** The controller has seen the newest spec. */
export function observedEdit({ key, object }: IndexedObject): readonly Edit[] {
  const { generation } = object.metadata;
  return generation === undefined
    ? []
    : [{ at: ["objects", key, "status", "observedGeneration"], value: generation }];
}
