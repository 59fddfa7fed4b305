import { compareText } from "../../../input/compare-text.ts";
import type { ProfileFluxRoot } from "../../../profile/profile.ts";
import type { FactSource } from "../subject.ts";
import { findObject } from "./find-object.ts";
import { isKustomization, kustomizationId } from "./flux-kinds.ts";
import { formatObjectId, type ObjectId } from "./object-id.ts";
import { appliedObjects, isElsewhere } from "./waited-objects.ts";

/** A Kustomization that is judged: one that the profile names, or that such a one applied. */
export interface JudgedKustomization {
  readonly id: ObjectId;
  /** What the profile says of it; undefined where it names it not. */
  readonly root: ProfileFluxRoot | undefined;
}

/** Roots, what they applied, and so on, each once, in code-unit order. */
export function judgedKustomizations(source: FactSource): readonly JudgedKustomization[] {
  return source.once(listJudged);
}

function listJudged(source: FactSource): readonly JudgedKustomization[] {
  const judged = new Map<string, JudgedKustomization>();
  for (const root of source.profile.spec.flux?.roots ?? []) {
    const id = kustomizationId(root.namespace, root.name);
    judged.set(formatObjectId(id), { id, root });
  }
  // A map gives what is added while it is gone through.
  for (const { id } of judged.values()) {
    const found = findObject(source, id);
    // What is applied to another cluster is judged there.
    if (found.state !== "value" || isElsewhere(found.value.object)) continue;
    for (const applied of appliedObjects(found.value.object).filter(isKustomization)) {
      const key = formatObjectId(applied);
      if (!judged.has(key)) judged.set(key, { id: applied, root: undefined });
    }
  }
  return [...judged.values()].sort((a, b) =>
    compareText(formatObjectId(a.id), formatObjectId(b.id)),
  );
}
