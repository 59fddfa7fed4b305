import type {
  Credential,
  FluxRoot,
  Gate,
  ProfileDocument,
  Source,
} from "../generated/profile-types.ts";
import type { DeepReadonly } from "../input/json-value.ts";

/** Where things are in one cluster. Shape: `schemas/profile.schema.json`. */
export type Profile = DeepReadonly<ProfileDocument>;
export type ProfileGate = DeepReadonly<Gate>;
export type ProfileCredential = DeepReadonly<Credential>;
export type ProfileSource = DeepReadonly<Source>;
export type ProfileFluxRoot = DeepReadonly<FluxRoot>;

/** Git path of the component's own kustomization, found from the folder of the one that lists it. */
export function componentKustomization(gate: ProfileGate): string {
  const { kustomization, component } = gate.declared;
  return normalizeComponent(`${folderOf(kustomization)}${component}/kustomization.yaml`);
}

/** A component as seen from its kustomization, in one spelling, though it goes out of the folder and comes back. */
export function componentOf(kustomization: string, component: string): string {
  const folder = folderOf(kustomization);
  const path = normalizeComponent(`${folder}${component}`);
  const isInside = folder !== "" && path.startsWith(folder);
  return isInside ? path.slice(folder.length) : normalizeComponent(component);
}

/** With its slash; empty for the top. */
function folderOf(file: string): string {
  return file.slice(0, file.lastIndexOf("/") + 1);
}

/**
 * A relative path in its one spelling: no `./`, no `//`, no trailing `/`, and `..` only in front, where it
 * leaves the folder that the path starts from. The folder itself is `.`.
 */
export function normalizeComponent(text: string): string {
  const parts: string[] = [];
  for (const part of text.split("/")) {
    if (part === "" || part === ".") continue;
    if (part === ".." && parts.length > 0 && parts.at(-1) !== "..") parts.pop();
    else parts.push(part);
  }
  return parts.length === 0 ? "." : parts.join("/");
}

/** The file whose comments date the gate's activation. */
export function markerFile(gate: ProfileGate): string {
  return gate.marker.file ?? gate.declared.kustomization;
}
