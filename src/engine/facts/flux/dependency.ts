import type { ClusterObject } from "../../../snapshot/snapshot.ts";
import { type Fact, type UnknownReason, unknown } from "../fact.ts";
import type { LiveObject } from "../live-object.ts";
import { listAt, numberAt, textAt } from "../read-object.ts";
import type { Place } from "./blocker.ts";
import { conditionOf, conditionsOf } from "./conditions.ts";
import { helmReleaseId, isHelmRelease, kustomizationId } from "./flux-kinds.ts";
import { isObserved } from "./kustomization-state.ts";
import { formatObjectId, type ObjectId } from "./object-id.ts";
import { sourceOf } from "./source-artifact.ts";

/** An entry of the `dependsOn` of a Kustomization or HelmRelease, which names others of its kind. */
export interface Dependency {
  readonly id: ObjectId;
  /** Flux asks an expression instead of the conditions. */
  readonly hasExpression: boolean;
}

/** The dependencies in their order, each once. */
export function dependenciesOf(object: ClusterObject): readonly Dependency[] {
  const byName = new Map<string, Dependency>();
  for (const entry of listAt(object, ["spec", "dependsOn"])) {
    const name = textAt(entry, ["name"]);
    if (name === undefined) continue;
    const namespace = textAt(entry, ["namespace"]) ?? object.metadata.namespace ?? "";
    const id = isHelmRelease({ group: groupOf(object), kind: object.kind })
      ? helmReleaseId(namespace, name)
      : kustomizationId(namespace, name);
    const hasExpression = (textAt(entry, ["readyExpr"]) ?? "") !== "";
    byName.set(`${formatObjectId(id)} ${hasExpression}`, { id, hasExpression });
  }
  return [...byName.values()];
}

function groupOf({ apiVersion }: ClusterObject): string {
  return apiVersion.slice(0, Math.max(apiVersion.indexOf("/"), 0));
}

/** What Flux's own check makes of one dependency. */
export type DependencyCheck =
  | { readonly state: "met" }
  | {
      readonly state: "unmet";
      readonly part:
        | "DependencyMissing"
        | "NotReady"
        | "GenerationNotObserved"
        | "RevisionOutdated";
      readonly places: readonly Place[];
    }
  | { readonly state: "unknown"; readonly reasons: readonly UnknownReason[] };

/**
 * `checkDependencies` of kustomize-controller and helm-controller, for one of them: it exists, it has conditions and
 * observed its generation, Ready is True, and where two Kustomizations use one source it has applied that source's
 * revision. An expression takes the place of all but the first (unless a feature gate adds it).
 */
export function checkDependency(
  dependant: ClusterObject,
  { id, hasExpression }: Dependency,
  { found, revision }: { readonly found: LiveObject; readonly revision: Fact<string> },
): DependencyCheck {
  if (found.state === "unknown") return found;
  if (found.state === "absent") return { state: "unmet", part: "DependencyMissing", places: [] };
  if (hasExpression) {
    return unknown(
      "Withheld",
      `whether ${formatObjectId(id)} is ready enough is for its readyExpr to say, which is not evaluated`,
    );
  }
  const { key, object } = found.value;
  const at = (path: readonly string[], seen: string | number | null): readonly Place[] => [
    { path: ["objects", key, ...path], seen },
  ];
  if (conditionsOf(object).length === 0 || !isObserved(object)) {
    const observed = ["status", "observedGeneration"];
    return {
      state: "unmet",
      part: "GenerationNotObserved",
      places: at(observed, numberAt(object, observed) ?? null),
    };
  }
  const ready = conditionOf(object, "Ready");
  if (ready?.status !== "True") {
    const path = ready?.path ?? ["status", "conditions"];
    return { state: "unmet", part: "NotReady", places: at(path, ready?.status ?? null) };
  }
  return hasOneSource(dependant, object) ? checkRevision(object, revision, at) : { state: "met" };
}

function checkRevision(
  object: ClusterObject,
  revision: Fact<string>,
  at: (path: readonly string[], seen: string | null) => readonly Place[],
): DependencyCheck {
  if (revision.state === "unknown") return revision;
  const path = ["status", "lastAppliedRevision"];
  const applied = textAt(object, path);
  // Without an artifact Flux does not come to ask: the source stands in the way by itself.
  if (revision.state === "absent" || applied === revision.value) return { state: "met" };
  return { state: "unmet", part: "RevisionOutdated", places: at(path, applied ?? null) };
}

function hasOneSource(a: ClusterObject, b: ClusterObject): boolean {
  const left = sourceOf(a);
  const right = sourceOf(b);
  return (
    left !== undefined && right !== undefined && formatObjectId(left) === formatObjectId(right)
  );
}
