import type { StepWarrantDocument } from "../generated/step-warrant-types.ts";
import { asJson } from "../input/as-json.ts";
import type { DeepReadonly } from "../input/json-value.ts";
import { canonicalJson } from "../snapshot/canonical-json.ts";

/**
 * Leave to replace one pod of a held DaemonSet, while everything that it binds is as it was. Shape:
 * `schemas/step-warrant.schema.json`.
 */
export type StepWarrant = DeepReadonly<StepWarrantDocument>;

/** The bytes of a warrant: canonical JSON, indented by two, ending in a newline. Equal warrants, equal bytes. */
export function writeStepWarrant(warrant: StepWarrant): string {
  return canonicalJson(asJson(warrant), 2);
}
