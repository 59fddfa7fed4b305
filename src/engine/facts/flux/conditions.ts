import type { ValuePath } from "../../../input/source-document.ts";
import { listAt, numberAt, textAt } from "../read-object.ts";

/** A condition in the status of an object, and where it stands in it. */
export interface Condition {
  readonly type: string;
  readonly status: string;
  readonly reason: string;
  /** Of Flux conditions, what a snapshot keeps of the message; undefined otherwise. */
  readonly message: string | undefined;
  readonly lastTransitionTime: string | undefined;
  readonly observedGeneration: number | undefined;
  /** Of its status, inside the object. */
  readonly path: ValuePath;
}

/** The conditions of an object in their order. */
export function conditionsOf(object: unknown): readonly Condition[] {
  return listAt(object, ["status", "conditions"]).map((one, index) => ({
    type: textAt(one, ["type"]) ?? "",
    status: textAt(one, ["status"]) ?? "",
    reason: textAt(one, ["reason"]) ?? "",
    message: textAt(one, ["message"]),
    lastTransitionTime: textAt(one, ["lastTransitionTime"]),
    observedGeneration: numberAt(one, ["observedGeneration"]),
    path: ["status", "conditions", String(index), "status"],
  }));
}

/** The first condition of a type. */
export function conditionOf(object: unknown, type: string): Condition | undefined {
  return conditionsOf(object).find((condition) => condition.type === type);
}
