import type { Credential, Gate, ProfileDocument } from "../generated/profile-types.ts";
import type { DeepReadonly } from "../input/json-value.ts";

/** Where things are in one cluster. Shape: `schemas/profile.schema.json`. */
export type Profile = DeepReadonly<ProfileDocument>;
export type ProfileGate = DeepReadonly<Gate>;
export type ProfileCredential = DeepReadonly<Credential>;

/** The component's own kustomization, found beside the one that lists it. */
export function componentKustomization(gate: ProfileGate): string {
  const { kustomization, component } = gate.declared;
  const slash = kustomization.lastIndexOf("/");
  return `${kustomization.slice(0, slash + 1)}${component}/kustomization.yaml`;
}

/** The file whose comments date the gate's activation. */
export function markerFile(gate: ProfileGate): string {
  return gate.marker.file ?? gate.declared.kustomization;
}
