import { type CoverageQuery, isCovered } from "../../../snapshot/coverage.ts";
import type { UnknownFact } from "../fact.ts";
import { gapsOf, missingReasons } from "../gaps.ts";
import { unknownFor } from "../known.ts";
import { recordAt, textAt } from "../read-object.ts";
import type { FactSource } from "../subject.ts";

/** Objects of one kind in one namespace that a DaemonSet selects. */
export interface ListSought {
  /** `apiVersion/Kind`. */
  readonly kind: string;
  readonly resource: string;
  readonly namespace: string;
  /** Selectors each of which takes in all that is sought, in kubectl's notation. */
  readonly selectors: readonly string[];
}

/** Why there may be more of them than the snapshot holds; undefined when a complete list took all in. */
export function whyOpen(
  source: FactSource,
  { kind, resource, namespace, selectors }: ListSought,
): UnknownFact<never> | undefined {
  const queries: readonly CoverageQuery[] = [
    { kind, namespace },
    ...selectors.map((selector) => ({ kind, namespace, selector })),
  ];
  const cure = `kubectl get ${resource} -n ${namespace} -o json`;
  const gaps = gapsOf(source).within("objects", `${kind}/${namespace}`);
  if (gaps.length > 0) {
    return unknownFor(
      gaps.flatMap((gap) => {
        const detail = `${gap.name ?? kind} in namespace ${namespace} could not be read`;
        return missingReasons([gap], { detail, cure });
      }),
    );
  }
  if (queries.some((query) => isCovered(source.snapshot, query) === "complete")) return undefined;
  const detail = `nothing says that the list of ${kind} in namespace ${namespace} is whole`;
  const entry = `coverage: [{kind: ${kind}, namespace: ${namespace}, complete: true}]`;
  return unknownFor(
    missingReasons(gaps, { detail, cure: `${cure}, and a manifest that says \`${entry}\`` }),
  );
}

/** Selectors that take in everything the workload's own selector does: all of its labels, or any one of them. */
export function selectorsOf(workload: unknown): readonly string[] {
  const labels = recordAt(workload, ["spec", "selector", "matchLabels"]) ?? {};
  const requirements = Object.keys(labels).flatMap((key) => {
    const value = textAt(labels, [key]);
    return value === undefined ? [] : [`${key}=${value}`];
  });
  return requirements.length > 1 ? [requirements.join(","), ...requirements] : requirements;
}
