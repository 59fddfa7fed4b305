import type { ClusterObject } from "../../src/snapshot/snapshot.ts";
import { type Asked, isReady, ms, readyCondition, talosOf } from "./cluster.ts";
import { restartsByItself } from "./talos-version.ts";

// When the container runtime started: node-decision.md E1, E4, and decision 0015, "What bounds the start".

export function startMs(asked: Asked): number | undefined {
  const at = talosOf(asked, asked.node)?.runtimeStartedAt;
  return at === undefined ? undefined : ms(at);
}

/**
 * Certainly no later than this. Up to 1.13 nothing restarts the runtime but a boot, so that what went on since without
 * a break began after it; a node that is not Ready is no witness.
 */
export function latestStartMs(asked: Asked): number | undefined {
  const start = startMs(asked);
  if (start !== undefined) return start;
  if (restartsByItself(asked.node).includes(true) || !isReady(asked.node)) return undefined;
  const bounds = [readyCondition(asked.node)?.lastTransitionTime, ...containerStarts(asked)];
  const known = bounds.filter((each) => each !== undefined).map(ms);
  return known.length === 0 ? undefined : Math.min(...known);
}

interface PodParts {
  readonly spec?: { readonly nodeName?: string };
  readonly status?: {
    readonly containerStatuses?: readonly {
      readonly state?: { readonly running?: { readonly startedAt?: string } };
    }[];
  };
}

function containerStarts({ snapshot, node }: Asked): readonly string[] {
  const pods = Object.values(snapshot.objects).filter(({ kind }) => kind === "Pod");
  return pods.flatMap((pod: ClusterObject & PodParts) =>
    pod.spec?.nodeName === node.metadata.name
      ? (pod.status?.containerStatuses ?? []).flatMap(
          ({ state }) => state?.running?.startedAt ?? [],
        )
      : [],
  );
}
